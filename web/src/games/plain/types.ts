/** Scenes of a game without a board of its own here: those with the key `plain`. */
import type { Effect, Scene, Seat } from '../../lib/wire';

/** Of which grid, which row, which column. */
export type Cell = readonly [grid: number, row: number, column: number];

export interface PlainGrid {
  title: string;
  /** A short text for each cell, "" for an empty one. */
  rows: string[][];
  seat: Seat | null;
}

/** Something to choose from. */
export interface PlainPiece {
  title: string;
  cells: [row: number, column: number][];
  seat: Seat | null;
  count: number;
}

export interface PlainCounter {
  title: string;
  value: number;
  seat: Seat | null;
}

/** The place of a legal move on the board. */
export interface PlainMove {
  piece: number | null;
  cells: Cell[];
}

export interface Plain {
  grids: PlainGrid[];
  pieces: PlainPiece[];
  counters: PlainCounter[];
  texts: string[];
  /** One for each legal move, in their order. */
  moves: PlainMove[];
}

export interface PlainScene extends Scene {
  plain?: Plain;
}

export interface PlainEffect extends Effect {
  /** The effect of the move, in English. */
  text?: string;
  /** The cells that it covers. */
  cells?: Cell[];
}
