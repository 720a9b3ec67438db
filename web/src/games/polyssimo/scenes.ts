/**
 * Polyssimo Challenge as the server tells it. Do not edit: run
 * `python -m tools.ts.scenes polyssimo > web/src/games/polyssimo/scenes.ts`.
 */
import type * as wire from '../../lib/wire';

export type PieceName = string;

/** A piece in all its turns and flips. */
export interface BoxPiece {
  name: PieceName;
  size: number;
  /** The first is the one that is drawn in the docs. */
  shapes: (readonly [number, number])[][];
  /** For each shape the one a quarter turn clockwise. */
  turn: number[];
  /** For each shape the one mirrored left for right. */
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
  /** Cells of those pieces. */
  left: number;
  hexominoes: number;
  /** How many hexominoes it has to draft at least (PC-7). */
  must: number;
  /** Whether it has been found unable to place (PC-4). */
  out: boolean;
  /** How many placements it has; null in the draft. */
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

/** A piece is taken from the pool. */
export interface Draft extends wire.Effect {
  kind: 'draft';
  piece: PieceName;
}

/** How many placements a seat has. */
export interface Change {
  before: number;
  after: number;
}

/** A piece is placed; with the placements that each seat has left. */
export interface Placement extends wire.Effect {
  kind: 'place';
  piece: PieceName;
  cells: (readonly [number, number])[];
  /** One's own cells left after it. */
  left: number;
  places: Change[];
  /** The seats that are found unable to place when the turn comes to them. */
  outs: number[];
  /** Sizes of the free regions after it, ascending. */
  holes: number[];
}

export type Effect = Draft | Placement;
