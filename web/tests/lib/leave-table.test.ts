/** Leaving a table: by resigning, closing, standing up, or deleting. */
import { beforeEach, expect, test, vi } from 'vitest';

const asked = vi.hoisted(() => [] as string[]);
const answers = vi.hoisted(() => [] as unknown[]);
const ask = vi.hoisted(() => (method: string) => (path: string) => {
  asked.push(`${method} ${path}`);
  return Promise.resolve(answers.shift());
});
vi.mock('../../src/lib/api', async (original) => ({
  ...(await original<object>()),
  ...Object.fromEntries(['get', 'post', 'remove'].map((name) => [name, ask(name)])),
}));
vi.mock('../../src/lib/identity.svelte', () => ({ identity: { person: { id: 'me' } } }));
vi.mock('../../src/lib/local-tables', () => ({
  isLocal: (id: string) => id.startsWith('local-'),
  callLocal: (method: string, { table }: { table: string }) => ask(method)(table),
}));

import { leaveTable } from '../../src/lib/table-list';
import type { TableCard } from '../../src/lib/wire';

beforeEach(() => {
  asked.length = answers.length = 0;
});

const card = (id: string, status: string, host = 'other') => ({ id, status, host }) as TableCard;
const seat = (id: string | null, forfeit?: string) => ({
  ...(id ? { who: { kind: id === 'bot' ? 'bot' : 'person', id } } : {}),
  ...(forfeit ? { forfeit } : {}),
});
const table = (status: string, ...chairs: object[]) => ({ info: { status, chairs } });

test.each([
  ['local-1', 'running', 'other', ['dropTable local-1']],
  ['t', 'open', 'me', ['remove /tables/t']],
])('table_%s_that_is_%s_is_closed', async (id, status, host, requests) => {
  await leaveTable(card(id, status, host));
  expect(asked).toEqual(requests);
});

test('a_seat_at_the_table_of_another_host_is_left', async () => {
  answers.push(table('open', seat('me'), seat(null), seat('other'), seat('me'), seat('bot')));
  await leaveTable(card('t', 'open'));
  expect(asked).toEqual(['get /tables/t', 'remove /tables/t/seats/0', 'remove /tables/t/seats/3']);
});

test('a_running_game_is_resigned_seat_by_seat', async () => {
  answers.push(table('running', seat('me', 'resigned'), seat('me'), seat('other')));
  answers.push(table('running', seat('me', 'resigned'), seat('me', 'resigned'), seat('other')));
  await leaveTable(card('t', 'running', 'me'));
  expect(asked).toEqual(['post /tables/t/resign', 'post /tables/t/resign']);
});

test('a_running_game_that_ends_is_resigned_once', async () => {
  answers.push(table('over', seat('me', 'resigned'), seat('me')));
  await leaveTable(card('t', 'running'));
  expect(asked).toEqual(['post /tables/t/resign']);
});
