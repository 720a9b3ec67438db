/** A tile on its way from the wheel, under a finger or the mouse. */
import type { Point } from './geometry';
import type { Slot } from './types';

const SLACK = 8;

export interface Dropper {
  /** It left its slot. */
  lift: (slot: Slot) => void;
  /** The pointer is here now. */
  over: (at: Point) => void;
  /** It was let go here. */
  drop: (at: Point) => void;
}

export class TileDrag {
  slot = $state<Slot | null>(null);
  size = $state(0);
  #ghost: HTMLElement | undefined;
  #start: Point = { x: 0, y: 0 };
  #at: Point = { x: 0, y: 0 };
  #pressed: Slot | null = null;
  #frame = 0;
  #wasDragged = false;

  constructor(private readonly dropper: Dropper) {}

  /** Handlers for a tile that may be taken. */
  down = (slot: Slot, event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#pressed = slot;
    this.#wasDragged = false;
    this.#start = { x: event.clientX, y: event.clientY };
    // At once: a quick hand is beyond the tile before it moves for the first time.
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  };

  move = (event: PointerEvent): void => {
    if (this.#pressed === null) return;
    this.#at = { x: event.clientX, y: event.clientY };
    if (this.slot === null && !this.#begin(event)) return;
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#follow);
  };

  up = (event: PointerEvent): void => {
    const isDrop = this.slot !== null && event.type === 'pointerup';
    this.#end();
    if (isDrop) this.dropper.drop({ x: event.clientX, y: event.clientY });
  };

  /** What follows the pointer. */
  carry(ghost: HTMLElement | undefined): void {
    this.#ghost = ghost;
    this.#place();
  }

  /** Whether the click that follows belongs to a drag. */
  takeClick(): boolean {
    const was = this.#wasDragged;
    this.#wasDragged = false;
    return was;
  }

  #begin(event: PointerEvent): boolean {
    if (Math.hypot(this.#at.x - this.#start.x, this.#at.y - this.#start.y) < SLACK) return false;
    this.size = (event.currentTarget as HTMLElement).offsetWidth;
    this.slot = this.#pressed;
    this.#wasDragged = true;
    this.dropper.lift(this.#pressed!);
    return true;
  }

  #follow = (): void => {
    this.#frame = 0;
    if (this.slot === null) return;
    this.#place();
    this.dropper.over(this.#at);
  };

  /** Nothing but a transform changes while it is dragged. */
  #place(): void {
    const { x, y } = this.#at;
    if (this.#ghost) this.#ghost.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  #end(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pressed = this.slot = null;
  }
}
