/** Looking around in an area: drag, pinch, mouse wheel, buttons. */
import { clamp } from '../../lib/numbers';
import {
  capture,
  follow,
  exceedsSlop,
  pointOf,
  suppressClick,
  type Point,
} from '../../lib/pointer';
import { aligned, fit, showing, zoomAt, type Bounds, type Size, type View } from './geometry';
import type { Place } from './types';

/** Sizes of a cell in pixels that are chosen by themselves, for a finger and for a mouse. */
const IS_FINE = typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches;
const LEAST_FIT = { small: 44, large: IS_FINE ? 56 : 48 };
const MOST_FIT = 86;
/** Frames narrower or lower than this are those of a phone. */
const PHONE_PX = 420;
const LEAST = 20;
const MOST = 180;
const STEP = 1.25;

export class PanZoom {
  view = $state.raw<View>({ cell: 72, x: 0, y: 0 });
  /** True while the view glides instead of following the hand. */
  isEased = $state(false);
  isPanning = $state(false);
  /** True after the viewer moved or zoomed the view. */
  isFree = $state(false);
  /** Positions of the fingers that move the view. */
  #pointers = new Map<number, Point>();

  /** Show all of it in the middle. */
  centre(bounds: Bounds, size: Size, isEased = true): void {
    this.#go(fit(bounds, size, leastFit(size), MOST_FIT), isEased);
    this.isFree = false;
  }

  /** Keep up with an area that grows, unless the viewer looks elsewhere. */
  follow(bounds: Bounds, size: Size, isEased: boolean): void {
    if (!this.isFree && size.width > 0) this.centre(bounds, size, isEased);
  }

  /** Move until a place is in sight; not from under a finger that presses it. */
  show(place: Place, size: Size, bounds: Bounds): void {
    if (this.#pointers.size > 0) return;
    const shown = showing(this.view, place, size);
    if (shown.x === this.view.x && shown.y === this.view.y) return;
    this.#go(aligned(shown, bounds, size), true);
  }

  /** Pan by a cell, up to the last visible content. */
  step({ x, y }: Point, bounds: Bounds, size: Size): void {
    const { cell } = this.view;
    const moved = { ...this.view, x: this.view.x + x * cell, y: this.view.y + y * cell };
    this.#go(aligned(moved, bounds, size), true);
  }

  zoom(steps: number, size: Size): void {
    this.#zoomTo(this.view.cell * STEP ** steps, { x: size.width / 2, y: size.height / 2 }, true);
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const cell = this.view.cell * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015));
    this.#zoomTo(cell, inside(event.currentTarget as Element, pointOf(event)), false);
  };

  /** `onpointerdown` of the frame. Where the hand lets go, the frame cuts no cell. */
  press(event: PointerEvent, bounds: Bounds, size: Size): void {
    if (event.button !== 0) return;
    const frame = event.currentTarget as Element;
    this.#pointers.set(event.pointerId, pointOf(event));
    const end = () => {
      const wasPanning = this.isPanning;
      this.#end(event.pointerId);
      if (wasPanning && !this.isPanning) this.#go(aligned(this.view, bounds, size), true);
    };
    follow(event, { move: (now) => this.#move(now, frame), up: end, cancel: end });
  }

  #move(event: PointerEvent, frame: Element): void {
    const [before, now] = [this.#pointers.get(event.pointerId)!, pointOf(event)];
    if (!this.isPanning && !exceedsSlop(before, now) && this.#pointers.size < 2) return;
    this.#grab(event, frame);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) this.#pinch(before, now, other, frame);
    else this.#shift(before, now);
  }

  #end(pointer: number): void {
    this.#pointers.delete(pointer);
    if (this.#pointers.size > 0 || !this.isPanning) return;
    this.isPanning = false;
    suppressClick();
  }

  #grab(event: PointerEvent, frame: Element): void {
    if (this.isPanning) return;
    this.isPanning = this.isFree = true;
    capture(frame, event);
  }

  #shift(from: Point, to: Point): void {
    this.#go({ ...this.view, x: this.view.x + to.x - from.x, y: this.view.y + to.y - from.y });
  }

  #pinch(before: Point, now: Point, other: Point, frame: Element): void {
    const ratio = distance(now, other) / Math.max(1, distance(before, other));
    const [from, to] = [middle(before, other), middle(now, other)];
    this.#zoomTo(this.view.cell * ratio, inside(frame, from), false);
    this.#shift(from, to);
  }

  #zoomTo(cell: number, point: Point, isEased: boolean): void {
    this.isFree = true;
    this.#go(zoomAt(this.view, clamp(cell, LEAST, MOST), point), isEased);
  }

  #go(view: View, isEased = false): void {
    this.isEased = isEased;
    this.view = view;
  }
}

const leastFit = ({ width, height }: Size): number =>
  Math.min(width, height) < PHONE_PX ? LEAST_FIT.small : LEAST_FIT.large;

/** A point of the window, counted from the corner of an element. */
function inside(element: Element, { x, y }: Point): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: x - left, y: y - top };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
