/** Where things are: the wheel and its rings in percent of the wheel's box, areas in cells. */
import { clamp } from '../../lib/clamp';
import type { Point } from '../../lib/pointer';
import { SLOTS } from './facts';
import type { Place, Slot } from './types';

// --- The wheel ---

export const TILE_SIZE = 14.7;
export const TRACK_RADIUS = 26.6;
const RIM = 41.6;
// Upright tiles between the quarters need a little more room: the wheel is a circle with shoulders.
const SHOULDER = 43.2;

export const slotAngle = (slot: Slot): number => (slot * 360) / SLOTS;
export const slotRadius = (slot: Slot): number => (slot % 3 === 0 ? RIM : SHOULDER);

/** The middle of a slot; slot 0 is on top, and they go clockwise. */
export const slotPoint = (slot: Slot): Point => onRing(slotAngle(slot), slotRadius(slot));

/** A point so many degrees clockwise from the top. */
export function onRing(degrees: number, radius: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: 50 + radius * Math.sin(angle), y: 50 - radius * Math.cos(angle) };
}

/** The angle that points like `to` and is reached from `from` by turning clockwise, or back. */
export function turnedTo(from: number, to: number, isBack = false): number {
  const clockwise = (((to - from) % 360) + 360) % 360;
  return from + (isBack && clockwise > 0 ? clockwise - 360 : clockwise);
}

/** An arc clockwise between two angles, as a path. */
export function arcPath(from: number, to: number, radius: number): string {
  const [start, end] = [onRing(from, radius), onRing(to, radius)];
  const large = (((to - from) % 360) + 360) % 360 > 180 ? 1 : 0;
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${large} 1 ${end.x} ${end.y}`;
}

const PHASES = 12;

/** The phase of the moon over a space, from 0, new, by 0.5, full, to 1; null where there is none. */
export const phaseOf = (space: number, spaces: number): number | null =>
  space % (spaces / PHASES) === 0 ? space / spaces : null;

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

/** How an area is looked at: a cell's size in pixels, and where the corner of cell 0,0 lies. */
export interface View {
  cell: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Everything in the middle, as large as it fits between the two sizes of a cell. */
export function fit(bounds: Bounds, size: Size, least: number, most: number): View {
  const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const cell = clamp(Math.min(size.width / wide, size.height / high), least, most);
  return {
    cell,
    x: size.width / 2 - cell * (bounds.left + wide / 2),
    y: size.height / 2 - cell * (bounds.top + high / 2),
  };
}

/** Larger or smaller, while what lies under a point stays there. */
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

/** Moved just so far that a place can be seen whole. */
export function showing(view: View, place: Place, size: Size): View {
  const [left, top] = [view.x + place.x * view.cell, view.y - place.y * view.cell];
  return {
    ...view,
    x: view.x + clamp(left, 0, Math.max(0, size.width - view.cell)) - left,
    y: view.y + clamp(top, 0, Math.max(0, size.height - view.cell)) - top,
  };
}

/** No minus zero: places are compared and written. */
const negative = (value: number): number => (value === 0 ? 0 : -value);
