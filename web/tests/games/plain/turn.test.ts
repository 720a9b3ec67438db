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

describe('composing a move', () => {
  const begun = () => new Turn(() => MOVES);

  it('needs no selection if the move has none', () => {
    expect(begun().index).toBe(6);
  });

  it('needs a cell alone if the move has no piece', () => {
    const choosing = begun();
    choosing.press([0, 1, 2]);
    expect(choosing.ways).toEqual([7]);
  });

  it('cycles through the placements of a piece at a cell', () => {
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

  it('keeps the orientation of a piece while it is moved', () => {
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

  it('sets the piece at a pressed cell, and rotates it at the same cell', () => {
    const choosing = begun();
    choosing.take(1);
    choosing.press([0, 0, 0]);
    expect(choosing.isDown).toBe(true);
    choosing.press([0, 1, 2]);
    expect(choosing.ways).toEqual([3]);
    expect(choosing.way).toBe(0);
  });

  it('starts anew with another piece, and clears when it is put back', () => {
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

  it('rotates a piece that is taken again', () => {
    const choosing = begun();
    choosing.take(1);
    choosing.press([0, 0, 0]);
    choosing.take(1);
    expect(choosing.index).toBe(4);
  });
});

describe('cells', () => {
  it('compare independently of order', () => {
    const cells: Cell[] = [
      [0, 0, 1],
      [0, 0, 0],
    ];
    expect(findShifted(MOVES, cells, [0, 0, 0], [0, 1, 1])).toBe(3);
    expect(findShifted(MOVES, cells, [0, 0, 0], [0, 2, 0])).toBe(-1);
  });

  it('match by the beginnings of their texts', () => {
    expect(hueOf('F')).toBe(hueOf('F pentomino'));
    expect(new Set([...'FILNPTUVWXYZ'].map(hueOf)).size).toBe(12);
    expect(hueOf('')).toBe(0);
  });
});

describe('a game without its own board', () => {
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

  it('gets the plain board from the data of the server', async () => {
    const face = await loadGameUi('stones');
    expect(titleOf(face)).toBe('Stones & Co');
    expect(face).toMatchObject({ name: 'stones', hasSecrets: true, rules: [] });
    expect(face.lesson).toBeUndefined();
    expect(asked).toEqual(['/api/v1/games/stones']);
  });

  it('describes moves by their texts or notation', async () => {
    const { describeMove } = await loadGameUi('stones');
    const effect = { move: 'a1', kind: 'move', seat: 0, next: 1, ends: false };
    const played: Played = { ply: 0, seat: 0, move: 'a1', effect };
    expect(describeMove(played, { game: 'stones' })).toBe('a1');
    const told = { ...played, effect: { ...effect, text: 'takes a stone' } };
    expect(describeMove(told, { game: 'stones' })).toBe('takes a stone');
  });

  it('is requested from the server only without a folder of its own', async () => {
    const [name] = GAMES.keys();
    expect((await loadGameUi(name!)).name).toBe(name);
    expect(asked).toHaveLength(1);
  });
});
