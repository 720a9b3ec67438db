/** Mouse, pen and finger: pieces are dragged from the hand to the board and about on it. */
import { handleOf, type Spot } from './geometry';
import type { Holding } from './holding.svelte';
import type { Cell, PieceName } from './types';

/** Pixels that a pointer moves before it drags. */
const SLACK = 6;
/** Pixels between a finger and the piece above it, which it would hide otherwise. */
const LIFT = 26;
/** A wheel turns a piece by one quarter in so many ms, however fast it spins. */
const WHEEL_PAUSE = 110;

interface Surroundings {
  /** The squares of the board, and nothing around them. */
  area: () => HTMLElement;
  /** What carries the dragged piece; placed at the top left of its parent. */
  carrier: () => HTMLElement;
  play: (move: string) => void;
}

interface Press {
  id: number;
  piece: PieceName;
  x: number;
  y: number;
  isOnBoard: boolean;
}

export class Pointing {
  /** Pixels of a square while a piece is dragged, else 0. */
  unit = $state(0);
  #press: Press | null = null;
  #wasDrag = false;
  #pointer = { x: 0, y: 0, isFinger: false };
  #frame = 0;
  #wheeled = -Infinity;
  // Measured when a drag begins: reading the layout at every step would cost frames.
  #board = new DOMRect();
  #parent = new DOMRect();

  constructor(
    private readonly holding: Holding,
    private readonly around: Surroundings,
  ) {}

  /** Whether the press that just ended was a drag: then its click is none. */
  get wasDrag(): boolean {
    return this.#wasDrag;
  }

  // --- Pressing ---

  press(event: PointerEvent, piece: PieceName | null, isOnBoard: boolean): void {
    this.#wasDrag = false;
    if (event.button !== 0 || !event.isPrimary || piece === null) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#press = { id: event.pointerId, piece, x: event.clientX, y: event.clientY, isOnBoard };
  }

  move(event: PointerEvent): void {
    if (this.#press?.id === event.pointerId) this.#drag(event, this.#press);
    else if (event.pointerType === 'mouse') this.#hover(event);
  }

  release(event: PointerEvent): void {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    if (this.unit) this.#drop();
    else if (press.isOnBoard) this.#tap(event);
    this.#stop();
  }

  cancel(event: PointerEvent): void {
    if (this.#press?.id !== event.pointerId) return;
    if (this.unit) this.holding.putBack();
    this.#stop();
  }

  leave(): void {
    if (!this.unit && !this.holding.isDown) this.holding.at = null;
  }

  wheel(event: WheelEvent): void {
    if (this.holding.piece === null || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp < this.#wheeled + WHEEL_PAUSE || event.deltaY === 0) return;
    this.#wheeled = event.timeStamp;
    this.reshape(() => this.holding.turn(event.deltaY > 0 ? 1 : -1));
  }

  /** Turn or flip it, and go on following the pointer. */
  reshape(how: () => void): void {
    how();
    if (this.unit || !this.holding.isDown) this.#follow();
  }

  // --- Dragging ---

  #drag(event: PointerEvent, press: Press): void {
    this.#remember(event);
    if (!this.unit) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
      this.holding.take(press.piece);
      this.#measure();
      this.unit = this.#board.width / this.#columns();
    }
    this.#follow();
  }

  #drop(): void {
    this.#wasDrag = true;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#place();
    if (this.holding.at) this.holding.setDown();
    else this.holding.putBack();
  }

  #stop(): void {
    this.#press = null;
    this.unit = 0;
  }

  #tap(event: PointerEvent): void {
    this.#measure();
    const cell = this.#cellAt(event);
    const { holding } = this;
    if (holding.isDown && holding.covers(cell) && holding.move) this.around.play(holding.move);
    else if (!holding.isDown && holding.move && event.pointerType === 'mouse') holding.setDown();
    else holding.setNear(cell);
  }

  #hover(event: PointerEvent): void {
    if (this.holding.piece === null || this.holding.isDown) return;
    this.#remember(event);
    this.#measure();
    this.#follow();
  }

  #remember({ clientX, clientY, pointerType }: PointerEvent): void {
    this.#pointer = { x: clientX, y: clientY, isFinger: pointerType === 'touch' };
  }

  #measure(): void {
    this.#board = this.around.area().getBoundingClientRect();
    this.#parent = this.around.carrier().parentElement!.getBoundingClientRect();
  }

  /** However many events there are, one step a frame. */
  #follow(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#place();
    });
  }

  #place(): void {
    const { holding } = this;
    if (holding.piece === null || this.#board.width === 0) return;
    const spot = this.#spot();
    if (this.unit) this.#carry(spot);
    holding.hover(spot);
  }

  #carry([down, right]: Spot): void {
    const x = this.#board.left - this.#parent.left + right * this.unit;
    const y = this.#board.top - this.#parent.top + down * this.unit;
    this.around.carrier().style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  /** Where the top left corner of the held piece is. */
  #spot(): Spot {
    const unit = this.#board.width / this.#columns();
    const down = (this.#pointer.y - this.#board.top) / unit;
    const right = (this.#pointer.x - this.#board.left) / unit;
    const { rows, columns } = this.holding.size;
    if (this.#pointer.isFinger) return [down - rows - LIFT / unit, right - columns / 2];
    const [row, column] = handleOf(this.holding.shapeOf(this.holding.piece!));
    return [down - row - 0.5, right - column - 0.5];
  }

  #cellAt({ clientX, clientY }: PointerEvent): Cell {
    const unit = this.#board.width / this.#columns();
    return [
      Math.floor((clientY - this.#board.top) / unit),
      Math.floor((clientX - this.#board.left) / unit),
    ];
  }

  #columns(): number {
    return this.holding.board.columns;
  }
}
