import { describe, expect, test } from 'vitest';

import { keyOf, LegalMoves, parseMove } from '../../../src/games/polyssimo/moves';
import type { Cell, PolyssimoBox } from '../../../src/games/polyssimo/types';
import early from '../../fixtures/polyssimo-early.json';
import first from '../../fixtures/polyssimo-first.json';
import late from '../../fixtures/polyssimo-late.json';

const box = first.box as unknown as PolyssimoBox;

test('a placement is parsed independently of the order of cells', () => {
  const cells: Cell[] = [
    [4, 2],
    [3, 4],
    [2, 3],
    [3, 2],
    [3, 3],
  ];
  expect(keyOf(parseMove('F@d3,cde4,c5').cells)).toBe(keyOf(cells));
  expect(new LegalMoves(['F@d3,cde4,c5']).find('F', cells)).toBe('F@d3,cde4,c5');
});

test('the last row and column are parsed', () => {
  const cells: Cell[] = [7, 8, 9, 10, 11].map((column) => [10, column]);
  expect(parseMove('I@hijkl11')).toEqual({ piece: 'I', cells });
});

test('a draft is a piece without cells', () => {
  expect(parseMove('H07')).toEqual({ piece: 'H07', cells: [] });
});

describe.each([
  ['first', first.moves],
  ['early', early.moves],
  ['late', late.moves],
])('the moves of the server, %s', (_, moves) => {
  test('are found by shape and place', () => {
    const legal = new LegalMoves(moves);
    const found = box.pieces.flatMap(({ name, shapes }) =>
      shapes.flatMap((shape) =>
        legal.placesOf(name, shape, box).map(([row, column]) =>
          legal.find(
            name,
            shape.map(([down, right]): Cell => [row + down, column + right]),
          ),
        ),
      ),
    );
    expect(found.sort()).toEqual([...moves].sort());
  });

  test('are counted by piece', () => {
    const legal = new LegalMoves(moves);
    const count = (piece: string) => moves.filter((move) => move.startsWith(`${piece}@`)).length;
    for (const { name } of box.pieces) expect(legal.countOf(name)).toBe(count(name));
  });
});

test('a place outside the board is no move', () => {
  const legal = new LegalMoves(first.moves);
  const cells: Cell[] = [8, 9, 10, 11, 12].map((column) => [0, column]);
  expect(legal.find('I', cells)).toBeNull();
});
