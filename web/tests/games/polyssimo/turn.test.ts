import { beforeEach, describe, expect, test } from 'vitest';

import { Turn } from '../../../src/games/polyssimo/turn.svelte';
import { handOfPlace } from '../../../src/games/polyssimo/text';
import { handleOf } from '../../../src/games/polyssimo/geometry';
import { commandOf } from '../../../src/games/polyssimo/key-map';
import { LegalMoves, parseMove } from '../../../src/games/polyssimo/moves';
import { standingsOf } from '../../../src/games/polyssimo/final-count';
import type {
  PolyssimoBox,
  PolyssimoEffect,
  PolyssimoScene,
} from '../../../src/games/polyssimo/types';
import { Previews } from '../../../src/lib/preview.svelte';
import late from '../../fixtures/polyssimo-late.json';
import over from '../../fixtures/polyssimo-over.json';

const box = late.box as unknown as PolyssimoBox;
const scene = late.scene as unknown as PolyssimoScene;
const legal = new LegalMoves(late.moves);
const mine = scene.seats[0]!.pieces;
const able = mine.filter((name) => legal.countOf(name) > 0);
const piece = able[0]!;
let turn: Turn;

const unknown = new Previews<PolyssimoEffect>(() => Promise.resolve([]));

beforeEach(() => {
  turn = new Turn(() => ({ box, scene, legal }), unknown);
});

describe('a selected piece', () => {
  test('is one that fits somewhere', () => {
    const stuck = box.pieces.find(({ name }) => legal.countOf(name) === 0)!.name;
    turn.take(stuck);
    expect(turn.piece).toBeNull();
    expect(handOfPlace(turn, 0, []).sentence).toBe('pc-piece-stuck');
    turn.take(piece);
    expect(turn.piece).toBe(piece);
    expect(handOfPlace(turn, 1, []).sentence).toBe('pc-choose-place');
  });

  test('that fits nowhere stays selected with a message', () => {
    const names = box.pieces.map(({ name }) => name);
    const stuck = names.findIndex((name) => legal.countOf(name) === 0);
    turn.take(piece);
    turn.step(0, 0);
    turn.takeNth(names, stuck);
    expect(turn.piece).toBe(piece);
    expect(handOfPlace(turn, 1, []).sentence).toBe('pc-piece-stuck');
    turn.step(1, 0);
    expect(handOfPlace(turn, 1, []).sentence).not.toBe('pc-piece-stuck');
  });

  test('steps through all its placements and back to the first', () => {
    turn.take(piece);
    const found: string[] = [];
    for (let count = 0; count < legal.countOf(piece); count++) {
      turn.jump();
      found.push(turn.move!);
    }
    const wanted = late.moves.filter((move) => move.startsWith(`${piece}@`));
    expect([...found].sort()).toEqual([...wanted].sort());
    turn.jump();
    expect(turn.move).toBe(found[0]);
    turn.jump(-1);
    expect(turn.move).toBe(found.at(-1));
  });

  test('is placed so that it covers the tapped cell', () => {
    turn.take(piece);
    turn.jump();
    for (const cell of parseMove(turn.move!).cells) {
      turn.setNear(cell);
      expect(turn.move).not.toBeNull();
      expect(turn.covers(cell)).toBe(true);
    }
  });

  test('has no place when it replaces another one', () => {
    turn.take(piece);
    turn.setNear([5, 5]);
    turn.take(piece);
    expect(turn.at).not.toBeNull();
    turn.take(able[1]!);
    expect([turn.piece, turn.at]).toEqual([able[1], null]);
  });

  test('that does not fit is held by its centre', () => {
    turn.take(piece);
    const cells = scene.placed.flatMap((placed) => placed.cells);
    const inner = cells.find(([row, column]) => row > 3 && row < 7 && column > 3 && column < 8)!;
    turn.setNear(inner);
    expect(handleOf(turn.cells!)).toEqual(inner);
  });

  test('names its obstacles', () => {
    turn.take(piece);
    const { piece: other, cells } = scene.placed[0]!;
    turn.setNear(cells[0]!);
    expect(turn.move).toBeNull();
    expect(turn.obstacle!.pieces).toContain(other);
    expect(turn.obstacle!.sticksOut).toBe(false);
  });

  test('held beyond the edge overlaps it, far off has no place', () => {
    turn.take(piece);
    turn.hover([-1.2, 4]);
    expect(turn.obstacle!.sticksOut).toBe(true);
    turn.hover([-8, 4]);
    expect(turn.at).toBeNull();
  });

  test('is moved by keys within the board', () => {
    turn.take(piece);
    for (let count = 0; count < 20; count++) turn.step(1, 1);
    const { rows, columns } = turn.size;
    expect(turn.at).toEqual([11 - rows, 12 - columns]);
    expect(turn.isDown).toBe(true);
  });

  test('rotated four times or flipped twice is unchanged', () => {
    turn.take(piece);
    turn.step(0, 0); // in the middle of the board, where there is room to turn
    const before = turn.cells;
    for (let count = 0; count < 4; count++) turn.rotate();
    expect(turn.cells).toEqual(before);
    turn.rotate();
    turn.rotate(-1);
    expect(turn.cells).toEqual(before);
    turn.flip();
    turn.flip();
    expect(turn.cells).toEqual(before);
  });

  test('keeps its rotation when it is put back', () => {
    turn.take(piece);
    turn.rotate();
    const turned = turn.shapeOf(piece);
    turn.putBack();
    expect(turn.shapeOf(piece)).toEqual(turned);
    expect(turn.cells).toBeNull();
  });

  test('is replaced by the next one in a cycle', () => {
    for (const name of [...able, able[0]]) {
      turn.takeNext(mine, 1);
      expect(turn.piece).toBe(name);
    }
    turn.takeNext(mine, -1);
    expect(turn.piece).toBe(able.at(-1));
  });

  test('is unchanged while a move is pending', () => {
    let now: LegalMoves | null = legal;
    const waiting = new Turn(() => ({ box, scene, legal: now }), unknown);
    waiting.take(piece);
    waiting.jump();
    now = null;
    expect(waiting.obstacle).toBeNull();
  });
});

describe('keys', () => {
  const press = (key: string, code = key, more = {}) => ({
    ...{ key, code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
    ...more,
  });

  test('rotate and flip on any keyboard layout', () => {
    expect(commandOf(press('r', 'KeyR'), false)).toEqual({ kind: 'turn', quarters: 1 });
    expect(commandOf(press('к', 'KeyR'), false)).toEqual({ kind: 'turn', quarters: 1 });
    expect(commandOf(press('R', 'KeyR', { shiftKey: true }), false)).toMatchObject({
      quarters: -1,
    });
    expect(commandOf(press('f', 'KeyF'), false)).toEqual({ kind: 'flip' });
  });

  test('leave browser shortcuts alone', () => {
    expect(commandOf(press('r', 'KeyR', { ctrlKey: true }), true)).toBeNull();
    expect(commandOf(press('f', 'KeyF', { metaKey: true }), true)).toBeNull();
    expect(commandOf(press('Tab'), true)).toBeNull();
  });

  test('Enter and arrows act on a focused button', () => {
    expect(commandOf(press('Enter'), false)).toBeNull();
    expect(commandOf(press('ArrowUp'), false)).toBeNull();
    expect(commandOf(press('Enter'), true)).toEqual({ kind: 'place' });
    expect(commandOf(press('ArrowUp'), true)).toEqual({ kind: 'step', down: -1, right: 0 });
  });

  test('digits select pieces: 1 the first, 0 the tenth', () => {
    expect(commandOf(press('1', 'Digit1'), false)).toEqual({ kind: 'choose', index: 0 });
    expect(commandOf(press('0', 'Digit0'), false)).toEqual({ kind: 'choose', index: 9 });
  });
});

test('PC-6: of two equal counts one ranks higher, with the reason', () => {
  const standings = standingsOf(over.scene as unknown as PolyssimoScene);
  expect(standings.map(({ left }) => left)).toEqual([15, 15]);
  expect(standings.map(({ place, wonTie }) => [place, wonTie])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('PC-6: players who share a place have no tie-break', () => {
  const scene = { ...over.scene, places: [1, 1] } as unknown as PolyssimoScene;
  expect(standingsOf(scene).map(({ wonTie }) => wonTie)).toEqual([false, false]);
});
