/** Find the position of a popover beside its anchor, clear of everything the player may aim at. */
import type { Point } from './pointer';

/** A box in pixels of the window. */
export type Rect = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

export interface Near {
  /** The anchor. */
  box: Rect;
  /** Boxes that must stay free. */
  keep: readonly Rect[];
  /** The box that it must stay in. */
  room: Rect;
}

const GAP_PX = 12;
const STEP_PX = 16;
/** Farther away it is not beside it any more. */
const MAX_DISTANCE_PX = 260;

/** Return the corner of the nearest free spot for a box of this size; null where there is none. */
export function findFreeSpot(near: Near, width: number, height: number): Point | null {
  const { box, room } = near;
  const keep = [box, ...near.keep].map((rect) => grown(rect, GAP_PX / 2));
  let [best, least]: [Point | null, number] = [null, MAX_DISTANCE_PX];
  for (const x of steps(room.left, room.right - width, box.right + GAP_PX)) {
    for (const y of steps(room.top, room.bottom - height, box.top)) {
      const spot = { left: x, top: y, right: x + width, bottom: y + height };
      const distance = distanceOf(spot, box);
      if (distance >= least || keep.some((rect) => overlap(spot, rect))) continue;
      [best, least] = [{ x, y }, distance];
    }
  }
  return best;
}

/** Positions from one to another, and one more where it lies between them: that is tried first. */
function steps(from: number, to: number, also: number): number[] {
  const count = Math.floor((to - from) / STEP_PX) + 1;
  const even = Array.from({ length: Math.max(0, count) }, (_, n) => from + n * STEP_PX);
  return also >= from && also <= to ? [also, ...even] : even;
}

const grown = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Return the distance between two boxes; the gap between them counts most. */
function distanceOf(a: Rect, b: Rect): number {
  const apart = (low: number, high: number) => Math.max(0, low, high);
  const gap = Math.hypot(
    apart(b.left - a.right, a.left - b.right),
    apart(b.top - a.bottom, a.top - b.bottom),
  );
  const aside = Math.abs((a.top + a.bottom - b.top - b.bottom) / 2);
  return gap + aside / 4;
}
