/**
 * The move being made up: a piece, then a cell, then one of the ways in which the piece covers it.
 *
 * Pointing at cells carries the piece along; a press puts it down, and another press at the same
 * cell lays it in the next way.
 */
import { covers, findShifted, isSame } from './cells';
import type { Cell, PlainMove } from './types';

export class Turn {
  piece = $state<number | null>(null);
  cell = $state.raw<Cell | null>(null);
  /** Put down: pointing elsewhere does not carry it along any more. */
  isDown = $state(false);
  #way = $state(0);

  constructor(private readonly moves: () => readonly PlainMove[]) {}

  /** The moves that this may become, by their place among all of them. */
  get ways(): number[] {
    return this.#waysAt(this.cell);
  }

  /** Index of the current way, from 0. */
  get way(): number {
    const { length } = this.ways;
    return length === 0 ? 0 : ((this.#way % length) + length) % length;
  }

  /** The move in hand, by its place among all of them. */
  get index(): number | null {
    return this.ways[this.way] ?? null;
  }

  get move(): PlainMove | null {
    return this.index === null ? null : this.moves()[this.index]!;
  }

  take(piece: number): void {
    if (piece === this.piece && this.ways.length > 0) return this.turn(1);
    this.piece = piece;
    this.#way = 0;
    this.isDown = false;
    if (this.ways.length === 0) this.cell = null;
  }

  /** Carry the piece to a cell, in its current way if possible. */
  point(cell: Cell): void {
    if (isSame(cell, this.cell)) return;
    const { move, cell: from } = this;
    const ways = this.#waysAt(cell);
    const there = ways.map((index) => this.moves()[index]!);
    const same = move && from ? findShifted(there, move.cells, from, cell) : -1;
    this.cell = cell;
    this.#way = Math.max(0, same);
  }

  press(cell: Cell): void {
    if (this.isDown && isSame(cell, this.cell)) return this.turn(1);
    this.point(cell);
    this.isDown = true;
  }

  /** On to another way, back with less than 0. */
  turn(by: number): void {
    this.#way = this.way + by;
  }

  clear(): void {
    this.piece = this.cell = null;
    this.isDown = false;
    this.#way = 0;
  }

  /** A move without a piece or without a cell is chosen at once. */
  #waysAt(cell: Cell | null): number[] {
    return this.moves().flatMap((move, index) => {
      const isThere = cell ? covers(move, cell) : move.cells.length === 0;
      return move.piece === this.piece && isThere ? [index] : [];
    });
  }
}
