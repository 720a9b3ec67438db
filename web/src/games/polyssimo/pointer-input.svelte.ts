/** Mouse, pen and finger: pieces are dragged from the hand to the board and about on it. */
import { Drag } from '../../lib/drag.svelte';
import { NextFrame } from '../../lib/dom';
import { pointOf, type Point } from '../../lib/pointer';
import { handleOf, type Spot } from './geometry';
import type { Turn } from './turn.svelte';
import type { Cell, PieceName } from './types';

/** Pixels between a finger and the piece above it, which it would hide otherwise. */
const LIFT = 26;
/** A mouse wheel turns a piece at most once per this time, in ms. */
const WHEEL_PAUSE = 110;

interface Surroundings {
  /** The squares of the board, and nothing around them. */
  area: () => HTMLElement;
  play: (move: string) => void;
}

export class Pointing {
  readonly drag = new Drag();
  /** Pixels of a square, as they were measured last. */
  unit = $state(1);
  #isFinger = $state(false);
  /** Position of a mouse over the board; null elsewhere. */
  #at: Point | null = null;
  #wheeled = -Infinity;
  // Measured when a drag begins: reading the layout at every step would cost frames.
  #board = { left: 0, top: 0 };
  readonly #next = new NextFrame(() => this.#at && this.#hold(this.#at));

  constructor(
    private readonly turn: Turn,
    private readonly around: Surroundings,
  ) {}

  /** From the pointer to the top left corner of the piece in hand, in squares. */
  grip = $derived.by((): Spot => {
    const { piece, size } = this.turn;
    if (piece === null) return [0, 0];
    if (this.#isFinger) return [-size.rows - LIFT / this.unit, -size.columns / 2];
    const [row, column] = handleOf(this.turn.shapeOf(piece));
    return [-row - 0.5, -column - 0.5];
  });

  // --- Dragging ---

  press(event: PointerEvent, piece: PieceName | null, isOnBoard: boolean): void {
    const { turn } = this;
    if (piece === null) return;
    this.drag.press(event, {
      lift: () => {
        turn.take(piece);
        this.#measure(event);
      },
      over: (at) => this.#hold(at),
      drop: () => (turn.at ? turn.setDown() : turn.putBack()),
      cancel: () => turn.putBack(),
      tap: isOnBoard ? (last) => this.#tap(last) : undefined,
    });
  }

  #tap(event: PointerEvent): void {
    const { turn } = this;
    this.#measure(event);
    const [down, right] = this.#spotOf(pointOf(event));
    const cell: Cell = [Math.floor(down), Math.floor(right)];
    if (turn.isDown && turn.covers(cell) && turn.move) this.around.play(turn.move);
    else if (!turn.isDown && turn.move && !this.#isFinger) turn.setDown();
    else turn.setNear(cell);
  }

  // --- Passing over the board ---

  /** A mouse moves the piece in hand even without a pressed button. */
  hover(event: PointerEvent): void {
    const { piece, isDown } = this.turn;
    if (event.pointerType !== 'mouse' || event.buttons > 0 || piece === null || isDown) return;
    this.#measure(event);
    this.#at = pointOf(event);
    this.#next.ask();
  }

  leave(): void {
    this.#at = null;
    if (!this.drag.isActive && !this.turn.isDown) this.turn.at = null;
  }

  // --- Turning ---

  wheel(event: WheelEvent): void {
    if (this.turn.piece === null || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp < this.#wheeled + WHEEL_PAUSE || event.deltaY === 0) return;
    this.#wheeled = event.timeStamp;
    this.reshape(() => this.turn.rotate(event.deltaY > 0 ? 1 : -1));
  }

  /** Turn or flip it, and go on following the pointer. */
  reshape(how: () => void): void {
    how();
    if (this.drag.isActive) this.drag.again();
    else if (!this.turn.isDown) this.#next.ask();
  }

  // --- Where it is ---

  #measure({ pointerType }: PointerEvent): void {
    const { left, top, width } = this.around.area().getBoundingClientRect();
    this.#board = { left, top };
    this.unit = width / this.turn.board.columns;
    this.#isFinger = pointerType === 'touch';
  }

  /** A point of the window, in squares of the board. */
  #spotOf({ x, y }: Point): Spot {
    return [(y - this.#board.top) / this.unit, (x - this.#board.left) / this.unit];
  }

  #hold(at: Point): void {
    if (this.turn.piece === null) return;
    const [down, right] = this.#spotOf(at);
    this.turn.hover([down + this.grip[0], right + this.grip[1]]);
  }
}
