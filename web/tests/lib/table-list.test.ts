import { expect, test } from 'vitest';

import { mergeTableLists } from '../../src/lib/table-list';
import type { TableCard } from '../../src/lib/wire';

const table = (id: string, updated: number, status = 'open') =>
  ({ id, updated, status }) as TableCard;

test('a table that started between two answers is listed once, as running', () => {
  const running = [table('b', 2, 'running'), table('a', 1, 'running')];
  const shown = mergeTableLists(running, [table('c', 3), table('b', 1)]);
  expect(shown.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'c open',
    'b running',
    'a running',
  ]);
});
