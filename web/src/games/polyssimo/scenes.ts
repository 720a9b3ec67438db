/**
 * Polyssimo Challenge as the server tells it. Do not edit: run
 * `python -m tools.ts.scenes polyssimo > web/src/games/polyssimo/scenes.ts`.
 */
import type * as wire from '../../lib/wire';

export type PieceName = string;

/** A piece in all its orientations. */
export interface BoxPiece {
  name: PieceName;
  size: number;
  /** The orientations; the first is the one drawn in `tables`. */
  shapes: (readonly [number, number])[][];
  /** For each shape, the index of the shape after a quarter turn clockwise. */
  turn: number[];
  /** For each shape, the index of the shape after a horizontal flip. */
  flip: number[];
}

/** The board and the pieces (PC-1). */
export interface Box extends wire.Box {
  rows: number;
  columns: number;
  pieces: BoxPiece[];
}

/** A piece on the board. */
export interface Placed {
  piece: PieceName;
  cells: (readonly [number, number])[];
}

/** A seat's pieces. */
export interface SeatScene {
  pieces: PieceName[];
  /** Number of cells of these pieces. */
  left: number;
  hexominoes: number;
  /** Minimum number of hexominoes it has to draft (PC-7). */
  must: number;
  /** True if it is out because it could not place (PC-4). */
  out: boolean;
  /** Number of its placements; null during the draft. */
  places: number | null;
}

/** The board, the pool and every seat's pieces. */
export interface Scene extends wire.Scene {
  turns: number[];
  phase: 'draft' | 'place' | 'over';
  placed: Placed[];
  pool: PieceName[];
  seats: SeatScene[];
}

/** Drafting a piece from the pool. */
export interface Draft extends wire.Effect {
  kind: 'draft';
  piece: PieceName;
}

/** Change in a seat's number of placements. */
export interface Change {
  before: number;
  after: number;
}

/** Placing a piece, with the change in each seat's number of placements. */
export interface Placement extends wire.Effect {
  kind: 'place';
  piece: PieceName;
  cells: (readonly [number, number])[];
  /** The mover's cells left afterwards. */
  left: number;
  places: Change[];
  /** Seats eliminated because they cannot place when it is their turn. */
  outs: number[];
  /** Sizes of the free regions afterwards, ascending. */
  holes: number[];
}

export type Effect = Draft | Placement;
