/** Looking around in an area: drag, pinch, mouse wheel, buttons. */
import {
  clamp,
  fit,
  showing,
  zoomAt,
  type Bounds,
  type Point,
  type Size,
  type View,
} from './geometry';
import type { Place } from './types';

/** All of an area is seen as long as its cells can be pressed, by a finger or by a mouse. */
const LEAST_FIT =
  typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches ? 26 : 38;
const MOST_FIT = 132;
const LEAST = 20;
const MOST = 180;
const STEP = 1.25;
/** A finger trembles this much when it means to press. */
const SLACK = 7;

export class PanZoom {
  view = $state.raw<View>({ cell: 72, x: 0, y: 0 });
  /** Whether the view glides to where it goes, instead of following the hand. */
  isEased = $state(false);
  isPanning = $state(false);
  /** Whether somebody looks elsewhere than we would. */
  isFree = $state(false);
  #pointers = new Map<number, Point>();
  #travelled = 0;

  /** All of it in the middle. */
  centre(bounds: Bounds, size: Size, isEased = true): void {
    this.#go(fit(bounds, size, LEAST_FIT, MOST_FIT), isEased);
    this.isFree = false;
  }

  /** Keep up with an area that grows, while nobody looks elsewhere. */
  follow(bounds: Bounds, size: Size, isEased: boolean): void {
    if (!this.isFree && size.width > 0) this.centre(bounds, size, isEased);
  }

  /** Move until a place is in sight; not from under a finger that presses it. */
  show(place: Place, size: Size): void {
    if (this.#pointers.size === 0) this.#go(showing(this.view, place, size), true);
  }

  zoom(steps: number, size: Size): void {
    this.#zoomTo(this.view.cell * STEP ** steps, { x: size.width / 2, y: size.height / 2 }, true);
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const cell = this.view.cell * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015));
    this.#zoomTo(cell, inside(event), false);
  };

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (this.#pointers.size === 0) this.#travelled = 0;
    this.#pointers.set(event.pointerId, inside(event));
  };

  move = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = inside(event);
    this.#travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (!this.isPanning && this.#travelled < SLACK && this.#pointers.size < 2) return;
    this.#grab(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) this.#pinch(before, now, other);
    else
      this.#go({
        ...this.view,
        x: this.view.x + now.x - before.x,
        y: this.view.y + now.y - before.y,
      });
  };

  up = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size === 0) this.isPanning = false;
  };

  /** The press that ends a drag means nothing. */
  swallow = (event: MouseEvent): void => {
    if (this.#travelled < SLACK || event.detail === 0) return;
    event.stopPropagation();
    event.preventDefault();
  };

  #grab(event: PointerEvent): void {
    if (this.isPanning) return;
    this.isPanning = this.isFree = true;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  #pinch(before: Point, now: Point, other: Point): void {
    const ratio = distance(now, other) / Math.max(1, distance(before, other));
    this.#zoomTo(this.view.cell * ratio, middle(before, other), false);
    const [from, to] = [middle(before, other), middle(now, other)];
    this.#go({ ...this.view, x: this.view.x + to.x - from.x, y: this.view.y + to.y - from.y });
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

/** Where a pointer is inside the element that listens. */
function inside(event: MouseEvent): Point {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
