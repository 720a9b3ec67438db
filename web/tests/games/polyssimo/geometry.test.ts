import { describe, expect, test } from 'vitest';

import { FULL_BOARD } from '../../../src/games/polyssimo/art';
import {
  clamped,
  pieceByCell,
  emptyPlacesOf,
  groovesOf,
  handleOf,
  obstacleOf,
  outlineOf,
  sizeOf,
  turnedAt,
} from '../../../src/games/polyssimo/geometry';
import { isOver, snap } from '../../../src/games/polyssimo/snap';
import type { Cell, PolyssimoBox } from '../../../src/games/polyssimo/types';
import first from '../../fixtures/polyssimo-first.json';

const box = first.box as unknown as PolyssimoBox;
const board = { rows: 11, columns: 12 };
const sorted = (cells: readonly Cell[]) => cells.map(String).sort();

/** Twice the area inside a path of straight lines and corners. */
function areaOf(path: string): number {
  const points = [...path.matchAll(/Q(\S+) (\S+) /g)].map(([, x, y]) => [Number(x), Number(y)]);
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return sum + (x! * nextY! - nextX! * y!) / 2;
  }, 0);
}

describe('an outline', () => {
  test('of a square has four corners, drawn in', () => {
    expect(outlineOf([[0, 0]], 0.1, 0.2)).toBe(
      'M0.1 0.3Q0.1 0.1 0.3 0.1L0.7 0.1Q0.9 0.1 0.9 0.3L0.9 0.7Q0.9 0.9 0.7 0.9L0.3 0.9Q0.1 0.9 0.1 0.7Z',
    );
  });

  test('goes once around every shape of the box', () => {
    for (const { size, shapes } of box.pieces) {
      for (const shape of shapes) expect(areaOf(outlineOf(shape, 0, 0.1))).toBeCloseTo(size);
    }
  });

  test('drawn in is smaller, drawn out is larger', () => {
    const shape = box.pieces[0]!.shapes[0]!;
    expect(areaOf(outlineOf(shape, 0.1, 0.1))).toBeLessThan(5);
    expect(areaOf(outlineOf(shape, -0.1, 0.1))).toBeGreaterThan(5);
  });
});

test('every piece is held by one of its own cells', () => {
  for (const { shapes } of box.pieces) {
    for (const shape of shapes) expect(shape).toContainEqual(handleOf(shape));
  }
});

test('a shape rotated four times is unchanged', () => {
  for (const { shapes, turn } of box.pieces) {
    let [index, at] = [0, [4, 5] as Cell];
    for (let count = 0; count < 4; count++) {
      const next = turn[index]!;
      at = turnedAt(at, sizeOf(shapes[index]!), sizeOf(shapes[next]!));
      index = next;
    }
    expect([index, at]).toEqual([0, [4, 5]]);
  }
});

test('obstacles are the edge, another piece, or both', () => {
  const cover = pieceByCell([{ piece: 'T', cells: [[0, 1]] }], board);
  const cells: Cell[] = [
    [-1, 1],
    [0, 1],
    [1, 1],
  ];
  const found = obstacleOf(cells, board, cover);
  expect(found).toMatchObject({ sticksOut: true, pieces: ['T'] });
  expect(sorted(found.cells)).toEqual(['-1,1', '0,1']);
  expect(obstacleOf([[5, 12]], board, cover)).toMatchObject({ sticksOut: true, pieces: [] });
  expect(obstacleOf([[5, 5]], board, cover).cells).toEqual([]);
});

test('a shape is clamped to the board', () => {
  expect(clamped([-2, 11], { rows: 3, columns: 2 }, board)).toEqual([0, 10]);
  expect(clamped([4, 4], { rows: 3, columns: 2 }, board)).toEqual([4, 4]);
});

describe('a piece held over the board', () => {
  const only = (row: number, column: number) => (place: Cell) =>
    place[0] === row && place[1] === column;

  test('snaps to the nearest place', () => expect(snap([3.4, 4.6], () => true)).toEqual([3, 5]));
  test('prefers a close place where it fits', () =>
    expect(snap([3.4, 4.6], only(4, 5))).toEqual([4, 5]));
  test('ignores places that are too far', () =>
    expect(snap([3.1, 4.9], only(4, 4))).toEqual([3, 5]));
  test('leaves the board beyond the rim', () => {
    const size = { rows: 1, columns: 5 };
    expect(isOver([10, 3], size, board)).toBe(true);
    expect(isOver([13, 3], size, board)).toBe(false);
    expect(isOver([3, -6], size, board)).toBe(false);
  });
});

test('all 24 pieces fill the board of our picture, each in one of its shapes', () => {
  expect(FULL_BOARD).toHaveLength(24);
  expect(pieceByCell(FULL_BOARD, board).size).toBe(132);
  for (const { piece, cells } of FULL_BOARD) {
    const [top, left] = [0, 1].map((side) => Math.min(...cells.map((cell) => cell[side]!)));
    const shape = sorted(cells.map(([row, column]): Cell => [row - top!, column - left!]));
    const { shapes } = box.pieces.find(({ name }) => name === piece)!;
    expect(shapes.map((known) => sorted(known))).toContainEqual(shape);
  }
});

test('a piece has as many places on the empty board as its shapes have', () => {
  const piece = (name: string) => box.pieces.find((one) => one.name === name)!;
  // By hand: the plus has one shape of 3 by 3, the bar lies in 11 rows of 8 and in 12 columns of 7.
  expect(emptyPlacesOf(piece('X'), board)).toBe(9 * 10);
  expect(emptyPlacesOf(piece('I'), board)).toBe(11 * 8 + 12 * 7);
  expect(emptyPlacesOf(piece('W'), board)).toBe(4 * 9 * 10);
});

test('grooves run between squares that touch, and nowhere else', () => {
  expect(groovesOf([[0, 0], [0, 1]])).toBe('M1 0.08v0.84'); // prettier-ignore
  expect(groovesOf([[0, 0], [1, 1]])).toBe(''); // prettier-ignore
});
