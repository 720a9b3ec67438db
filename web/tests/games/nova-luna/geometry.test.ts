import { describe, expect, it } from 'vitest';

import { moonPath } from '../../../src/games/nova-luna/art';
import {
  boundsOf,
  cellAt,
  fit,
  phaseOf,
  showing,
  phaseAt,
  restOf,
  seatsOf,
  stack,
  zoomAt,
} from '../../../src/games/nova-luna/geometry';
import { choicesOf, parseTake } from '../../../src/games/nova-luna/moves';
import refill from '../../fixtures/nova-luna-refill.json';
import solo from '../../fixtures/nova-luna-solo-1.json';

describe('moves', () => {
  it('reads a take', () => {
    expect(parseTake('7@1,-2')).toEqual({ slot: 7, x: 1, y: -2 });
    expect(parseTake('11@-10,0')).toEqual({ slot: 11, x: -10, y: 0 });
    expect(parseTake('refill')).toBeNull();
  });

  it('indexes the legal moves by slot, and those without a tile', () => {
    const choices = choicesOf(['3@0,1', '5@0,1', '3@-1,0', 'refill']);
    expect([...choices.places.keys()]).toEqual([3, 5]);
    expect(choices.places.get(3)).toMatchObject([{ x: 0, y: 1 }, { x: -1, y: 0 }]); // prettier-ignore
    expect(choices).toMatchObject({ mayRefill: true, mayFinish: false });
  });

  it('is empty for spectators', () => {
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
  it('draws the tiles on offer large, and the slots after them as chips', () => {
    const seats = seatsOf(10, [11, 2, 3]);
    expect(seats.map(({ slot }) => slot)).toEqual([11, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(seats.filter(({ isOffered }) => isOffered).map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(seats[3]).toEqual({ slot: 4, isOffered: false, index: 0, count: 6 });
  });

  it('returns the moon phase of a date', () => {
    const days = (from: string) => phaseAt(Date.parse(from)) * 29.53;
    // Full on 24 December 2026, 01:28 UTC; new on 12 August 2026, 17:37 UTC, with an eclipse.
    expect(days('2026-12-24T01:28Z')).toBeCloseTo(14.77, -0.5);
    expect(Math.min(days('2026-08-12T17:37Z'), 29.53 - days('2026-08-12T17:37Z'))).toBeLessThan(1);
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
    expect(fit(boundsOf(tiles), { width: 88, height: 88 }, 44, 112).cell).toBe(44);
    expect(fit(boundsOf([]), size, 44, 112).cell).toBe(112);
  });

  it('shows whole cells if the area is larger than the view', () => {
    const row = { left: -1, right: 11, top: -1, bottom: 2 };
    const phone = { width: 344, height: 300 };
    const view = fit(row, phone, 44, 86);
    expect(view.cell).toBeCloseTo(344 / 7);
    expect((view.x / view.cell) % 1).toBeCloseTo(0);
    expect(restOf(view, row, phone)).toEqual({ x: 0, y: 0 });
    const column = { left: -1, right: 2, top: -11, bottom: 1 };
    const high = fit(column, phone, 44, 86);
    expect(high.cell).toBe(44);
    expect(restOf(high, column, phone).y).toBeCloseTo(18);
  });

  it('zooming keeps the point under the pointer', () => {
    const view = fit(boundsOf(tiles), size, 44, 200);
    const point = { x: 350, y: 120 };
    const zoomed = zoomAt(view, 163, point);
    expect((point.x - zoomed.x) / zoomed.cell).toBeCloseTo((point.x - view.x) / view.cell);
    expect((point.y - zoomed.y) / zoomed.cell).toBeCloseTo((point.y - view.y) / view.cell);
  });

  it('pans only as far as needed to show a place', () => {
    const view = { cell: 50, x: 0, y: 0 };
    expect(showing(view, { x: 3, y: -2 }, size)).toEqual(view);
    expect(showing(view, { x: 16, y: 1 }, size)).toEqual({ cell: 50, x: -50, y: 50 });
  });
});
