/**
 * Notation is defined in one place: if `facts` had other letters, words and patterns, the page would parse
 * and write moves with those. These tests find notation typed into a module by hand.
 */
import { expect, test, vi } from 'vitest';

import { roomCells } from '../../src/games/my-shelfie/geometry';
import {
  Lines,
  cellName,
  cellPlace,
  parseMove as parseShelfie,
  tileRefusal,
} from '../../src/games/my-shelfie/moves';
import { choicesOf, parseTake } from '../../src/games/nova-luna/moves';
import { isHexomino } from '../../src/games/polyssimo/geometry';
import { LegalMoves, cellName as squareName, parseMove } from '../../src/games/polyssimo/moves';

vi.mock('../../src/games/my-shelfie/facts', () => ({
  ROWS: 6,
  COLUMNS: 5,
  MOST_TAKEN: 2,
  COLUMN_LETTERS: 'STUVWXYZ',
  MOVE: /^(.+) into (\d+)$/,
  CELL: /([S-Z])(\d)/g,
  NOTHING: '-',
  EMPTY_CELL: 'o',
}));
vi.mock('../../src/games/nova-luna/facts', () => ({
  TAKE: /^tile (\d+) to (-?\d+):(-?\d+)$/,
  REFILL: 'more',
  FINISH: 'enough',
}));
vi.mock('../../src/games/polyssimo/facts', () => ({
  COLUMN_LETTERS: 'ZYXWVUTSRQPO',
  HEXOMINO: 'six',
  MOVE: /^(\w+)(?: on (.+))?$/,
  GROUP: /([O-Z]+)(\d+)/g,
}));

test('My Shelfie', () => {
  expect(parseShelfie('T1S1 into 5')).toMatchObject({ cells: ['T1', 'S1'], column: 4 });
  expect([cellName([3, 1]), cellPlace('T4')]).toEqual(['T4', [3, 1]]);
  expect(roomCells(['-Co']).map(({ name, type }) => [name, type])).toEqual([
    ['T1', 'C'],
    ['U1', null],
  ]);

  const lines = new Lines(['S1 into 1', 'T1 into 1', 'S1T1 into 1', 'U1 into 9'], () => 'C');
  expect(lines.columns(['U1'])).toEqual(new Map([[8, 'U1 into 9']]));
  expect(tileRefusal(lines, ['S1', 'T1'], 'U1')).toEqual({ why: 'three', count: 3 });
});

test('Nova Luna', () => {
  const { places, mayRefill, mayFinish } = choicesOf(['tile 3 to 0:-1', 'more']);
  expect([mayRefill, mayFinish]).toEqual([true, false]);
  expect(places.get(3)).toMatchObject([{ x: 0, y: -1, move: 'tile 3 to 0:-1' }]);
  expect([parseTake('more'), parseTake('3@0,-1')]).toEqual([null, null]);
});

test('Polyssimo Challenge', () => {
  const cells = [
    [0, 1],
    [0, 0],
    [10, 11],
  ] as const;
  expect(parseMove('F on YZ1O11')).toEqual({ piece: 'F', cells });
  expect(new LegalMoves(['F on YZ1O11', 'six7']).find('F', cells)).toBe('F on YZ1O11');
  expect(new LegalMoves(['F on Z1', 'six7']).countOf('six7')).toBe(1);
  expect(cells.map(squareName)).toEqual(['Y1', 'Z1', 'O11']);
  expect([isHexomino('six7'), isHexomino('H07')]).toEqual([true, false]);
});
