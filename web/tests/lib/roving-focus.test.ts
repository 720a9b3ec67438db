import { describe, expect, test } from 'vitest';

import { cellPlace } from '../../src/games/my-shelfie/moves';
import { roomCells } from '../../src/games/my-shelfie/geometry';
import { choicesOf } from '../../src/games/nova-luna/moves';
import { nearestInDirection, moveFocus, ARROW_DIRECTIONS } from '../../src/lib/roving-focus';
import room from '../fixtures/my-shelfie-2.json';
import wheel from '../fixtures/nova-luna-refill.json';

type Point = readonly [number, number];

const to = (key: string, here: Point, places: readonly Point[]) =>
  nearestInDirection(here, places, ARROW_DIRECTIONS[key]!);

describe('an arrow', () => {
  const places = [
    [0, 0],
    [60, 4],
    [10, 50],
    [-30, -200],
  ] as const;

  test('finds the nearest button in its direction', () => {
    expect(to('ArrowRight', [0, 0], places)).toBe(1);
    expect(to('ArrowDown', [0, 0], places)).toBe(2);
    expect(to('ArrowUp', [0, 0], places)).toBe(3);
    expect(to('ArrowLeft', [60, 4], places)).toBe(0);
    expect(to('ArrowDown', [10, 50], places)).toBe(-1);
  });

  test('prefers buttons straight ahead', () => {
    expect(to('ArrowRight', [0, 0], [[100, 0], [40, 40]])).toBe(0); // prettier-ignore
    expect(to('ArrowRight', [0, 0], [[40, 40]])).toBe(0);
  });

  test('ignores buttons beside, even one pixel ahead', () => {
    expect(to('ArrowDown', [0, 0], [[50, 3]])).toBe(-1);
    expect(to('ArrowDown', [0, 0], [[50, 4]])).toBe(0);
  });

  const cells = roomCells(room.scene.room).filter(({ type }) => type);
  test.each([
    [
      'tile of a room',
      cells.map(({ name }) => cellPlace(name)).map(([row, column]) => [column, row]),
    ],
    [
      'place of an area',
      [...choicesOf(wheel.moves).places.values()][0]!.map(({ x, y }) => [x, -y]),
    ],
  ])('reaches with the others every %s', (_, found) => {
    const places = found.map(([x, y]): Point => [40 * x!, 40 * y!]);
    const seen = new Set([0]);
    for (const index of seen) {
      for (const key of Object.keys(ARROW_DIRECTIONS)) {
        const next = to(key, places[index]!, places);
        if (next >= 0) seen.add(next);
      }
    }
    expect(places.length).toBeGreaterThan(5);
    expect(seen.size).toBe(places.length);
  });
});

describe('the focus', () => {
  let focused: [number, FocusOptions | undefined][];
  const button = (index: number) => ({
    getBoundingClientRect: () => ({ x: 50 * index, y: 0, width: 40, height: 40 }),
    focus: (options?: FocusOptions) => focused.push([index, options]),
  });
  const buttons = [0, 1, 2].map(button);

  function press(key: string, target: unknown = buttons[1], options?: FocusOptions): string[] {
    focused = [];
    const done: string[] = [];
    const currentTarget = { querySelectorAll: () => buttons };
    const event = { key, target, currentTarget, ...heard(done) };
    moveFocus(event as unknown as Parameters<typeof moveFocus>[0], options);
    return done;
  }
  const heard = (done: string[]) => ({
    preventDefault: () => done.push('prevented'),
    stopPropagation: () => done.push('stopped'),
  });

  test('moves to the next button without scrolling the page', () => {
    expect(press('ArrowRight')).toEqual(['prevented', 'stopped']);
    expect(focused).toEqual([[2, undefined]]);
    press('ArrowLeft', buttons[1], { preventScroll: true });
    expect(focused).toEqual([[0, { preventScroll: true }]]);
  });

  test('stays at the last button, and ignores other keys', () => {
    press('ArrowRight', buttons[2]);
    expect(focused).toEqual([]);
    expect(press('Enter')).toEqual([]);
    expect(press('ArrowLeft', {})).toEqual([]);
  });
});
