import { describe, expect, it } from 'vitest';

import {
  Lines,
  cellName,
  cellPlace,
  moved,
  parseMove,
  tapped,
} from '../../../src/games/my-shelfie/moves';
import {
  columnItems,
  itemAt,
  mostFree,
  roomCells,
  roomFrame,
} from '../../../src/games/my-shelfie/geometry';
import type { ShelfieScene } from '../../../src/games/my-shelfie/types';
import fixture from '../../fixtures/my-shelfie-2.json';

const scene = fixture.scene as unknown as ShelfieScene;
const moves = fixture.moves;
const lines = new Lines(moves, (cell) => itemAt(scene.room, cellPlace(cell))!);

/** A room of one row, on which b1 and c1 hold the same type. */
const ROW = new Lines(['a1>1', 'b1>1', 'c1>1', 'a1b1>1', 'b1a1>1', 'b1c1>1', 'a1b1c1>1'], (cell) =>
  cell === 'a1' ? 'C' : 'B',
);

describe('moves as text', () => {
  it('names cells by column and row', () => {
    expect(cellName([3, 5])).toBe('f4');
    expect(cellPlace('f4')).toEqual([3, 5]);
  });

  it('reads cells in order of insertion, then the column', () => {
    expect(parseMove('f4d4e4>3')).toEqual({
      text: 'f4d4e4>3',
      cells: ['f4', 'd4', 'e4'],
      column: 2,
    });
  });
});

describe('choosing tiles', () => {
  it('add keeps only selections of a legal move', () => {
    expect(ROW.additions(['a1'])).toEqual(new Set(['b1', 'c1']));
    expect(ROW.additions(['b1', 'c1'])).toEqual(new Set(['a1']));
    expect(ROW.additions(['a1', 'b1', 'c1'])).toEqual(new Set());
  });

  it('add includes the tile between two others', () => {
    expect(tapped(ROW, ['a1'], 'c1')).toEqual(['a1', 'b1', 'c1']);
  });

  it('add of a selected tile removes it, and tiles that no longer form a line', () => {
    expect(tapped(ROW, ['a1', 'b1'], 'a1')).toEqual(['b1']);
    expect(tapped(ROW, ['c1', 'a1', 'b1'], 'b1')).toEqual(['c1']);
    expect(tapped(ROW, ['a1'], 'a1')).toEqual([]);
  });

  it('add of a tile that does not fit starts a new selection, and ignores blocked tiles', () => {
    const apart = new Lines(['a1>1', 'i9>1'], () => 'C');
    expect(tapped(apart, ['a1'], 'i9')).toEqual(['i9']);
    expect(tapped(apart, ['a1'], 'e5')).toEqual(['a1']);
  });

  it('finds the listed move for equivalent orders', () => {
    expect(ROW.columns(['c1', 'b1'])).toEqual(new Map([[0, 'b1c1>1']]));
    expect(ROW.columns(['a1', 'c1', 'b1'])).toEqual(new Map([[0, 'a1b1c1>1']]));
    expect(ROW.columns(['c1', 'a1', 'b1'])).toEqual(new Map());
  });

  it('reaches exactly the legal moves of a real position', () => {
    const reached = new Set<string>();
    for (const { cells, column } of moves.map(parseMove)) {
      const chosen = cells.reduce<string[]>((held, cell) => {
        expect(held.length === 0 || held.includes(cell) || lines.additions(held).has(cell)).toBe(
          true,
        );
        return held.includes(cell) ? held : tapped(lines, held, cell);
      }, []);
      const ordered = cells.every((cell) => chosen.includes(cell)) ? cells : [];
      reached.add(lines.columns(ordered).get(column)!);
    }
    expect([...reached].sort()).toEqual([...moves].sort());
  });

  it('selection is always a line', () => {
    const cells = roomCells(scene.room).map(({ name }) => name);
    for (const first of cells) {
      for (const second of cells) {
        const held = tapped(lines, tapped(lines, [], first), second);
        expect(held.length === 0 || lines.isLine(held)).toBe(true);
      }
    }
  });
});

describe('order', () => {
  it('moves one element to another index', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  });
});

describe('the room', () => {
  it('has 29 cells for two players, in a frame of seven by seven', () => {
    expect(roomCells(scene.room)).toHaveLength(29);
    expect(roomFrame(scene.room)).toEqual({ top: 1, left: 1, rows: 7, columns: 7 });
  });
});

describe('the shelf', () => {
  const shelf = ['.....', '.....', '.....', 'C....', 'CC...', 'BC..P'];

  it('reads columns from below', () => {
    expect(columnItems(shelf, 0)).toEqual(['B', 'C', 'C']);
    expect(mostFree(shelf)).toBe(6);
  });
});
