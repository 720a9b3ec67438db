import { describe, expect, it } from 'vitest';

import { moonPath } from '../src/games/nova-luna/art';
import {
  arcPath,
  boundsOf,
  cellAt,
  fit,
  phaseOf,
  showing,
  slotPoint,
  stack,
  TILE_SIZE,
  turnedTo,
  zoomAt,
} from '../src/games/nova-luna/geometry';
import { choicesOf, parseTake } from '../src/games/nova-luna/moves';
import refill from './fixtures/nova-luna-refill.json';
import solo from './fixtures/nova-luna-solo-1.json';

describe('moves', () => {
  it('reads a take', () => {
    expect(parseTake('7@1,-2')).toEqual({ slot: 7, x: 1, y: -2 });
    expect(parseTake('11@-10,0')).toEqual({ slot: 11, x: -10, y: 0 });
    expect(parseTake('refill')).toBeNull();
  });

  it('sorts the legal moves by slot, and knows those without a tile', () => {
    const choices = choicesOf(['3@0,1', '5@0,1', '3@-1,0', 'refill']);
    expect([...choices.places.keys()]).toEqual([3, 5]);
    expect(choices.places.get(3)).toMatchObject([{ x: 0, y: 1 }, { x: -1, y: 0 }]); // prettier-ignore
    expect(choices).toMatchObject({ mayRefill: true, mayFinish: false });
  });

  it('offers nothing to those who only look', () => {
    expect(choicesOf(null)).toEqual({ places: new Map(), mayRefill: false, mayFinish: false });
  });

  it.each([refill, solo])('finds every take of a real position', ({ moves, scene }) => {
    const choices = choicesOf(moves);
    const takes = [...choices.places.values()].flatMap((open) => open.map(({ move }) => move));
    expect(new Set(takes)).toEqual(new Set(moves.filter((move) => move.includes('@'))));
    expect([...choices.places.keys()].sort()).toEqual([...scene.offered].sort());
    expect(choices.mayRefill).toBe(scene.may_refill);
    expect(choices.mayFinish).toBe(scene.solo?.may_finish ?? false);
  });
});

describe('the wheel', () => {
  it('keeps its tiles apart and in the box', () => {
    const points = Array.from({ length: 12 }, (_, slot) => slotPoint(slot));
    for (const [index, a] of points.entries()) {
      expect(Math.min(a.x, a.y)).toBeGreaterThan(TILE_SIZE / 2);
      expect(Math.max(a.x, a.y)).toBeLessThan(100 - TILE_SIZE / 2);
      for (const b of points.slice(index + 1)) {
        expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(TILE_SIZE);
      }
    }
  });

  it('begins on top and goes clockwise', () => {
    expect(slotPoint(0)).toMatchObject({ x: 50 });
    expect(slotPoint(3).x).toBeGreaterThan(90);
    expect(slotPoint(9).x).toBeLessThan(10);
  });

  it('turns the crescent clockwise, and back when a move is taken back', () => {
    expect(turnedTo(330, 30)).toBe(390);
    expect(turnedTo(390, 330, true)).toBe(330);
    expect(turnedTo(390, 30)).toBe(390);
    expect(turnedTo(390, 30, true)).toBe(390);
  });

  it('takes the long way round where the arc is more than half', () => {
    expect(arcPath(0, 90, 40)).toContain(' 0 0 1 ');
    expect(arcPath(90, 0, 40)).toContain(' 0 1 1 ');
  });

  it('stacks discs of one space, the first to move on top', () => {
    const track = [
      { seat: 2, distance: 30 },
      { seat: 0, distance: 30 },
      { seat: 1, distance: 33 },
    ];
    const discs = stack(track, 24);
    expect(discs.map(({ disc, space, height }) => [disc.seat, space, height])).toEqual([
      [1, 9, 0],
      [0, 6, 0],
      [2, 6, 1],
    ]);
  });

  it('shows twelve phases of the moon over its spaces, the new one first and all different', () => {
    const phases = Array.from({ length: 24 }, (_, space) => phaseOf(space, 24));
    const moons = phases.filter((phase) => phase !== null);
    expect(moons).toHaveLength(12);
    expect(new Set(moons.map(moonPath)).size).toBe(12);
    expect(phases[0]).toBe(0);
    expect(phases[12]).toBe(0.5);
  });

  it('lights the right half of a waxing moon and the left of a waning one', () => {
    expect(moonPath(0.25)).toBe('M0-1A1 1 0 0 1 0 1A0 1 0 0 1 0-1z');
    expect(moonPath(0.125)).toMatch(/^M0-1A1 1 0 0 1 0 1A0.707 1 0 0 0/);
    expect(moonPath(0.875)).toMatch(/^M0-1A1 1 0 0 0 0 1A0.707 1 0 0 1/);
    expect(moonPath(0.5)).toBe('M0-1A1 1 0 0 0 0 1A1 1 0 0 0 0-1z');
  });
});

describe('an area', () => {
  const tiles = [
    { x: -1, y: 0 },
    { x: 2, y: 3 },
  ];
  const size = { width: 800, height: 400 };

  it('knows its bounds, y upwards', () => {
    expect(boundsOf(tiles)).toEqual({ left: -1, right: 3, top: -3, bottom: 1 });
    expect(boundsOf([], 1)).toEqual({ left: -1, right: 2, top: -1, bottom: 2 });
  });

  it('fits into the view, in the middle of it', () => {
    const view = fit(boundsOf(tiles), size, 44, 200);
    expect(view.cell).toBe(100);
    expect(cellAt(view, { x: 201, y: 1 })).toEqual({ x: -1, y: 3 });
    expect(cellAt(view, { x: 599, y: 399 })).toEqual({ x: 2, y: 0 });
  });

  it('is never too small to press, nor larger than wanted', () => {
    expect(fit(boundsOf(tiles), { width: 90, height: 90 }, 44, 112).cell).toBe(44);
    expect(fit(boundsOf([]), size, 44, 112).cell).toBe(112);
  });

  it('keeps what is under the pointer when it is zoomed', () => {
    const view = fit(boundsOf(tiles), size, 44, 200);
    const point = { x: 350, y: 120 };
    const zoomed = zoomAt(view, 163, point);
    expect((point.x - zoomed.x) / zoomed.cell).toBeCloseTo((point.x - view.x) / view.cell);
    expect((point.y - zoomed.y) / zoomed.cell).toBeCloseTo((point.y - view.y) / view.cell);
  });

  it('moves just so far that a place can be seen', () => {
    const view = { cell: 50, x: 0, y: 0 };
    expect(showing(view, { x: 3, y: -2 }, size)).toEqual(view);
    expect(showing(view, { x: 16, y: 1 }, size)).toEqual({ cell: 50, x: -50, y: 50 });
  });
});
