import { beforeAll, describe, expect, it, vi } from 'vitest';

import { GAMES, loadGameUi, titleOf } from '../../../src/games/registry';
import { findShifted, hueOf } from '../../../src/games/plain/cells';
import { Turn } from '../../../src/games/plain/turn.svelte';
import type { Cell, PlainMove } from '../../../src/games/plain/types';
import type { Played } from '../../../src/lib/wire';

/** A domino on 2x3, across and upright; then a pass, and a stone that needs no piece. */
const domino = (...cells: [number, number][]): PlainMove => ({
  piece: 1,
  cells: cells.map(([row, column]): Cell => [0, row, column]),
});
const MOVES: PlainMove[] = [
  domino([0, 0], [0, 1]),
  domino([0, 1], [0, 2]),
  domino([1, 0], [1, 1]),
  domino([1, 1], [1, 2]),
  domino([0, 0], [1, 0]),
  domino([0, 1], [1, 1]),
  { piece: null, cells: [] },
  { piece: null, cells: [[0, 1, 2]] },
];

describe('a move is made up', () => {
  const begun = () => new Turn(() => MOVES);

  it('of nothing at all, where it needs nothing', () => {
    expect(begun().index).toBe(6);
  });

  it('of a cell alone, where it needs no piece', () => {
    const choosing = begun();
    choosing.press([0, 1, 2]);
    expect(choosing.ways).toEqual([7]);
  });

  it('of a piece and a cell, one way after the other and round again', () => {
    const choosing = begun();
    choosing.take(1);
    expect(choosing.index).toBeNull();
    choosing.press([0, 0, 1]);
    expect(choosing.ways).toEqual([0, 1, 5]);
    const seen = [choosing.index];
    for (let presses = 0; presses < 3; presses++) {
      choosing.press([0, 0, 1]);
      seen.push(choosing.index);
    }
    expect(seen).toEqual([0, 1, 5, 0]);
    choosing.turn(-1);
    expect(choosing.index).toBe(5);
  });

  it('and carried along as it lies, while it is not put down', () => {
    const choosing = begun();
    choosing.take(1);
    choosing.point([0, 0, 1]);
    choosing.turn(1);
    expect(choosing.index).toBe(1);
    choosing.point([0, 1, 1]);
    expect(choosing.move).toEqual(MOVES[3]);
    choosing.point([0, 0, 0]); // it would stick out: another way
    expect(choosing.move).toEqual(MOVES[0]);
  });

  it('a press elsewhere puts it there, and only there turns it', () => {
    const choosing = begun();
    choosing.take(1);
    choosing.press([0, 0, 0]);
    expect(choosing.isDown).toBe(true);
    choosing.press([0, 1, 2]);
    expect(choosing.ways).toEqual([3]);
    expect(choosing.way).toBe(0);
  });

  it('another piece begins anew; nothing is left of it when it is put back', () => {
    const choosing = begun();
    choosing.take(1);
    choosing.press([0, 0, 1]);
    choosing.turn(2);
    choosing.take(9);
    expect([choosing.cell, choosing.index, choosing.isDown]).toEqual([null, null, false]);
    choosing.take(1);
    choosing.press([0, 0, 1]);
    choosing.clear();
    expect([choosing.piece, choosing.cell, choosing.isDown]).toEqual([null, null, false]);
  });

  it('the same piece taken again is turned', () => {
    const choosing = begun();
    choosing.take(1);
    choosing.press([0, 0, 0]);
    choosing.take(1);
    expect(choosing.index).toBe(4);
  });
});

describe('cells', () => {
  it('are the same in any order', () => {
    const cells: Cell[] = [
      [0, 0, 1],
      [0, 0, 0],
    ];
    expect(findShifted(MOVES, cells, [0, 0, 0], [0, 1, 1])).toBe(3);
    expect(findShifted(MOVES, cells, [0, 0, 0], [0, 2, 0])).toBe(-1);
  });

  it('look alike where their texts begin alike', () => {
    expect(hueOf('F')).toBe(hueOf('F pentomino'));
    expect(new Set([...'FILNPTUVWXYZ'].map(hueOf)).size).toBe(12);
    expect(hueOf('')).toBe(0);
  });
});

describe('a game without a face', () => {
  const card = {
    name: 'stones',
    title: 'Stones & Co',
    players: [2],
    options: [],
    score_name: 'stones',
    lower_is_better: true,
    has_secrets: true,
    bots: [],
  };
  const asked: string[] = [];

  beforeAll(() => {
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return Promise.resolve(Response.json(card));
    });
  });

  it('has a plain one, made of what its server says', async () => {
    const face = await loadGameUi('stones');
    expect(titleOf(face)).toBe('Stones & Co');
    expect(face).toMatchObject({ name: 'stones', hasSecrets: true, rules: [] });
    expect(face.lesson).toBeUndefined();
    expect(asked).toEqual(['/api/v1/games/stones']);
  });

  it('tells moves in its own words, or as they are written', async () => {
    const { describeMove } = await loadGameUi('stones');
    const effect = { move: 'a1', kind: 'move', seat: 0, next: 1, ends: false };
    const played: Played = { ply: 0, seat: 0, move: 'a1', effect };
    expect(describeMove(played, { game: 'stones' })).toBe('a1');
    const told = { ...played, effect: { ...effect, text: 'takes a stone' } };
    expect(describeMove(told, { game: 'stones' })).toBe('takes a stone');
  });

  it('is asked of the server only where no folder has its face', async () => {
    const [name] = GAMES.keys();
    expect((await loadGameUi(name!)).name).toBe(name);
    expect(asked).toHaveLength(1);
  });
});
