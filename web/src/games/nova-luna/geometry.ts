/** Positions: the order of the wheel, the spaces of the track, cells of areas. */
import { clamp } from '../../lib/numbers';
import type { Point } from '../../lib/pointer';
import { SLOTS } from './facts';
import type { Place, Slot } from './types';

// --- The wheel ---

/** The position of a slot: one of the large tiles on offer, or one of the rest of the ring. */
export interface Seat {
  slot: Slot;
  isOffered: boolean;
  /** Number among the tiles on offer, or among the rest, clockwise from the crescent. */
  index: number;
  /** Number of the rest. */
  count: number;
}

/** Slots in the order in which the crescent passes them; empty ones before the last offered go. */
export function seatsOf(crescent: Slot, offered: readonly Slot[]): Seat[] {
  const order = Array.from({ length: SLOTS - 1 }, (_, step) => (crescent + step + 1) % SLOTS);
  const last = order.findLastIndex((slot) => offered.includes(slot));
  const rest = order.slice(last + 1);
  const large = order.filter((slot) => offered.includes(slot));
  return [
    ...large.map((slot, index) => ({ slot, isOffered: true, index, count: rest.length })),
    ...rest.map((slot, index) => ({ slot, isOffered: false, index, count: rest.length })),
  ];
}

const PHASES = 12;

/** The phase of the moon over a space, from 0, new, by 0.5, full, to 1; null where there is none. */
export const phaseOf = (space: number, spaces: number): number | null =>
  space % (spaces / PHASES) === 0 ? space / spaces : null;

/** Mean length of a lunation in days, and a new moon: 6 January 2000, 18:14 UTC. */
const LUNATION_DAYS = 29.530588853;
const NEW_MOON_MS = Date.UTC(2000, 0, 6, 18, 14);

/** Return the moon's phase at a time, from 0, new, by 0.5, full, to 1; at most half a day wrong. */
export function phaseAt(ms: number): number {
  const lunations = (ms - NEW_MOON_MS) / 86_400_000 / LUNATION_DAYS;
  return lunations - Math.floor(lunations);
}

/** Discs by space, the lowest first; `track` has the uppermost of a space first. */
export function stack<T extends { distance: number }>(
  track: readonly T[],
  spaces: number,
): { disc: T; space: number; height: number }[] {
  const heights = new Map<number, number>();
  return track.toReversed().map((disc) => {
    const height = heights.get(disc.distance) ?? 0;
    heights.set(disc.distance, height + 1);
    return { disc, space: disc.distance % spaces, height };
  });
}

// --- An area ---

export interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The cells that tiles take up, with a margin for what may come; one cell where there is none. */
export function boundsOf(places: readonly Place[], margin = 0): Bounds {
  const xs = places.length ? places.map(({ x }) => x) : [0];
  const ys = places.length ? places.map(({ y }) => y) : [0];
  return {
    left: Math.min(...xs) - margin,
    right: Math.max(...xs) + 1 + margin,
    top: -Math.max(...ys) - margin,
    bottom: -Math.min(...ys) + 1 + margin,
  };
}

/** The view of an area: a cell's size in pixels, and the corner of cell 0,0. */
export interface View {
  cell: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/**
 * Show bounds in the middle, as large as they fit between two sizes of a cell. Where they do not fit,
 * the frame holds whole cells, so that its edge cuts no place.
 */
export function fit(bounds: Bounds, size: Size, least: number, most: number): View {
  const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const whole = Math.min(size.width / wide, size.height / high);
  const cell = whole < least ? wholeCell(wide, size.width, least) : Math.min(whole, most);
  const view = {
    cell,
    x: size.width / 2 - cell * (bounds.left + wide / 2),
    y: size.height / 2 - cell * (bounds.top + high / 2),
  };
  return aligned(view, bounds, size);
}

/** A cell at least so large of which a whole number fits, where not all of them fit. */
const wholeCell = (wide: number, room: number, least: number): number =>
  wide * least > room ? room / Math.max(1, Math.floor(room / least)) : least;

/** Return the nearest view whose frame cuts no cell, along each side that the bounds exceed. */
export function aligned(view: View, bounds: Bounds, size: Size): View {
  const { cell } = view;
  const rest = restOf(view, bounds, size);
  const along = (at: number, low: number, high: number, room: number, beside: number) => {
    if ((high - low) * cell <= room + 1) return at;
    const within = clamp(at, room - beside - high * cell, beside - low * cell);
    return beside - Math.round((beside - within) / cell) * cell;
  };
  return {
    cell,
    x: along(view.x, bounds.left, bounds.right, size.width, rest.x),
    y: along(view.y, bounds.top, bounds.bottom, size.height, rest.y),
  };
}

/** Zoom, and keep the point under the pointer in place. */
export function zoomAt(view: View, cell: number, point: Point): View {
  const ratio = cell / view.cell;
  return {
    cell,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  };
}

/** The cell under a point. */
export const cellAt = (view: View, point: Point): Place => ({
  x: Math.floor((point.x - view.x) / view.cell),
  y: negative(Math.floor((point.y - view.y) / view.cell)),
});

/** Pan the least amount that makes a place fully visible. */
export function showing(view: View, place: Place, size: Size): View {
  const [left, top] = [view.x + place.x * view.cell, view.y - place.y * view.cell];
  return {
    ...view,
    x: view.x + clamp(left, 0, Math.max(0, size.width - view.cell)) - left,
    y: view.y + clamp(top, 0, Math.max(0, size.height - view.cell)) - top,
  };
}

/** Return the pixels beside whole cells on either side of the frame, where not all can be seen. */
export function restOf(view: View, bounds: Bounds, size: Size): Point {
  const along = (low: number, high: number, room: number) =>
    (high - low) * view.cell <= room + 1
      ? 0
      : (room - Math.floor(room / view.cell + 0.01) * view.cell) / 2;
  return {
    x: along(bounds.left, bounds.right, size.width),
    y: along(bounds.top, bounds.bottom, size.height),
  };
}

/** Return the pixels of the bounds beyond each side of the frame; 0 where all can be seen. */
export function hiddenSides(view: View, bounds: Bounds, size: Size): Bounds {
  const beyond = (pixels: number) => (pixels > 2 ? pixels : 0);
  return {
    left: beyond(-(view.x + bounds.left * view.cell)),
    right: beyond(view.x + bounds.right * view.cell - size.width),
    top: beyond(-(view.y + bounds.top * view.cell)),
    bottom: beyond(view.y + bounds.bottom * view.cell - size.height),
  };
}

/** No minus zero: places are compared and written. */
const negative = (value: number): number => (value === 0 ? 0 : -value);
