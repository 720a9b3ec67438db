import { beforeEach, describe, expect, test, vi } from 'vitest';

import { boxAt } from '../../../src/games/my-shelfie/geometry';
import { parseMove } from '../../../src/games/my-shelfie/moves';
import { landed, MoveAnimation } from '../../../src/games/my-shelfie/move-animation';
import { Turn } from '../../../src/games/my-shelfie/turn.svelte';
import type { ShelfieEffect, ShelfieScene } from '../../../src/games/my-shelfie/types';
import { Previews } from '../../../src/lib/preview.svelte';
import { settings } from '../../../src/lib/settings.svelte';
import fixture from '../../fixtures/my-shelfie-2.json';

const scene = fixture.scene as unknown as ShelfieScene;
const effects = fixture.effects as unknown as ShelfieEffect[];
const three = effects.find(({ cells }) => cells.length === 3)!;
const LETTERS = 'abcdefghi';
const names = three.cells.map(([row, column]) => `${LETTERS[column]}${row + 1}`);

let asked: string[][];
let turn: Turn;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  const previews = new Previews<ShelfieEffect>((moves) => {
    asked.push(moves);
    return Promise.resolve(effects.filter(({ move }) => moves.includes(move)));
  });
  turn = new Turn(() => ({ room: scene.room, moves: fixture.moves }), previews);
  Object.assign(turn, { previews });
});

const takeAll = () => [...names].sort().forEach((name) => turn.tap(name));

describe('a turn', () => {
  test('starts empty, with the tiles that may be taken', () => {
    expect([turn.chosen, turn.types, turn.move]).toEqual([[], [], null]);
    expect(turn.columns.size).toBe(0);
    expect(turn.additions.size).toBe(turn.lines.cells.size);
  });

  test('has a move once tiles and a column are chosen', () => {
    takeAll();
    expect(turn.types).toHaveLength(3);
    const [column, move] = [...turn.columns][0]!;
    expect(turn.move).toBeNull();
    turn.put(column);
    expect(turn.move).toBe(move);
    expect(turn.shown).toBe(column);
  });

  test('previews the column under the pointer, and plays the chosen one', () => {
    takeAll();
    const [first, second] = [...turn.columns.keys()] as [number, number];
    turn.put(first);
    turn.pointed = second;
    expect(turn.shown).toBe(second);
    expect(turn.move).toBe(turn.columns.get(first));
    turn.pointed = 99;
    expect(turn.shown).toBeNull();
  });

  test('refuses a column without room', () => {
    turn.put(0);
    expect(turn.column).toBeNull();
  });

  test('takes a dragged tile along once', () => {
    turn.grasp(names[0]!);
    turn.grasp(names[0]!);
    expect(turn.chosen).toEqual([names[0]]);
  });

  test('reorders the selected tiles', () => {
    takeAll();
    const [a, b, c] = turn.chosen;
    turn.reorder(0, 2);
    expect(turn.chosen).toEqual([b, c, a]);
    turn.defer(0);
    expect(turn.chosen).toEqual([c, b, a]);
    turn.defer(2);
    expect(turn.chosen).toEqual([a, c, b]);
  });

  test('steps back from the column, then from the tiles', () => {
    takeAll();
    turn.put([...turn.columns.keys()][0]!);
    turn.back();
    expect(turn.column).toBeNull();
    expect(turn.chosen).toHaveLength(3);
    turn.back();
    expect(turn.chosen).toEqual([]);
  });

  test('drops the column if the new tiles do not fit', () => {
    turn.tap(names[0]!);
    const column = [...turn.columns.keys()][0]!;
    turn.put(column);
    turn.tap(names[0]!);
    expect(turn.column).toBeNull();
  });

  test('shows the effect once it is known, until the position changes', async () => {
    takeAll();
    const [column, move] = [...turn.columns][0]!;
    const previews = (turn as unknown as { previews: Previews<ShelfieEffect> }).previews;
    previews.want([move]);
    await vi.advanceTimersByTimeAsync(100);
    expect(turn.effectOf(column)?.move).toBe(move);
    expect(turn.effectOf(null)).toBeNull();
    turn.pointed = column;
    expect(turn.effect?.move).toBe(move);
    turn.clear();
    expect([turn.chosen, turn.pointed, turn.effect]).toEqual([[], null, null]);
    takeAll();
    expect(turn.effectOf(column)).toBeNull();
  });
});

describe('a tile that cannot come along', () => {
  const told = () => turn.told && [turn.told.why, turn.told.count, turn.told.isInstead];
  const take = (...cells: string[]) => cells.forEach((cell) => turn.tap(cell));

  test('without a free side is refused, whatever is selected', () => {
    turn.look('e3');
    expect(told()).toEqual(['side', 1, false]);
    take('d2');
    turn.tap('e3');
    expect(turn.told?.why).toBe('side');
    expect(turn.chosen).toEqual(['d2']);
  });

  test('outside the line of the selection is refused', () => {
    take('d2');
    for (const cell of ['b5', 'f3', 'h4']) {
      turn.look(cell);
      expect(turn.told?.why).toBe('line');
    }
    take('d5');
    turn.look('b5');
    expect(turn.told?.why).toBe('line');
  });

  test('as a fourth tile is refused', () => {
    take('d2', 'd3', 'd4');
    turn.look('d5');
    expect(told()).toEqual(['three', 4, false]);
  });

  test('beyond the room of every column is refused', () => {
    const moves = fixture.moves.filter((move) => parseMove(move).cells.length < 3);
    turn = new Turn(() => ({ room: scene.room, moves }), new Previews(() => Promise.resolve([])));
    take('d2', 'd3');
    turn.look('d4');
    expect(told()).toEqual(['room', 3, false]);
  });

  test('replaces the selection if it may be taken alone', () => {
    take('d2', 'b5');
    expect(turn.chosen).toEqual(['b5']);
    turn.look(null);
    turn.look('b5');
    expect(turn.told).toMatchObject({ why: 'line', isInstead: true });
  });

  test('is explained until the next action', () => {
    const expectTold = () => (take('d2'), turn.look('e3'), expect(turn.told).not.toBeNull());
    for (const end of [
      () => turn.look(null),
      () => turn.look('d3'),
      () => turn.tap('d3'),
      () => turn.put([...turn.columns.keys()][0]!),
      () => turn.back(),
      () => turn.clear(),
    ]) {
      turn.clear();
      expectTold();
      end();
      expect(turn.told).toBeNull();
    }
  });
});

describe('the last move', () => {
  const played = { ply: 7, seat: 1, move: three.move, effect: three };

  test('is shown on its shelf', () => {
    expect(landed([played], 1)).toEqual(three.lands);
    expect(landed([played], 0)).toEqual([]);
    expect(landed([], 0)).toEqual([]);
  });

  test('animates each tile from the room to its place', () => {
    settings.set('motion', true);
    const asked: string[] = [];
    const flights: [Keyframe[], KeyframeAnimationOptions][] = [];
    const element = {
      getBoundingClientRect: () => ({ x: 0, y: 100, width: 50, height: 50 }),
      querySelector: () => element,
      cloneNode: () => ({ ...element, style: {} }),
      setAttribute: () => undefined,
      remove: () => undefined,
      animate: (frames: Keyframe[], timing: KeyframeAnimationOptions) => {
        if ('transform' in frames[0]!) flights.push([frames, timing]);
        return { cancel: () => flights.pop() };
      },
    };
    const hidden = { getBoundingClientRect: () => ({ width: 0 }) };
    const board = {
      querySelector: (selector: string) => (asked.push(selector), element),
      querySelectorAll: (selector: string) => (asked.push(selector), [hidden, element]),
    };
    vi.stubGlobal('document', { body: { append: () => undefined } });
    vi.stubGlobal(
      'SVGGraphicsElement',
      class Nothing {
        readonly none = null;
      },
    );
    const showing = new MoveAnimation();
    const show = (ply: number) => showing.show(played, ply, board as unknown as HTMLElement);
    show(7)();
    expect(flights).toEqual([]);
    const stop = show(8);
    expect(asked.slice(0, 3)).toEqual([
      `[data-cell="${names[0]}"]`,
      `[data-seat="1"] [data-place="0,${three.column}"]`,
      `[data-seat="1"] [data-place="${three.lands[0]!.join(',')}"]`,
    ]);
    expect(flights.map(([, { duration, delay }]) => [duration, delay])).toEqual([
      [430, 0],
      [430, 90],
      [430, 180],
    ]);
    expect(flights[0]![0].map(({ transform }) => transform)).toEqual([
      'translate(0px, 0px) scale(1)',
      'translate(0px, -30px) scale(1)',
      'translate(0px, 0px) scale(1)',
      'translate(0px, -3.5px) scale(1)',
      'none',
    ]);
    stop();
    expect(flights).toEqual([]);
    settings.set('motion', null);
  });
});

test('hit test has tolerance above and below the box, none beside it', () => {
  const box = (left: number) => ({ left, right: left + 10, top: 100, bottom: 200 }) as DOMRect;
  const boxes = [box(0), box(20)];
  expect(boxAt(boxes, 5, 150)).toBe(0);
  expect(boxAt(boxes, 25, 76)).toBe(1);
  expect(boxAt(boxes, 25, 224)).toBe(1);
  expect(boxAt(boxes, 25, 75)).toBeNull();
  expect(boxAt(boxes, 25, 225)).toBeNull();
  expect(boxAt(boxes, 15, 150)).toBeNull();
});
