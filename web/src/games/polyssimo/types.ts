/** Polyssimo Challenge as the server tells it. Rows and columns count from 0 here. */
import type { Box, Effect, Scene, Seat } from '../../lib/wire';
import type { BoardProps, ScoresProps } from '../board';

export type Cell = readonly [row: number, column: number];
/** Such as `F` or `H07`. */
export type PieceName = string;

export interface Piece {
  name: PieceName;
  size: number;
  /** All its turns and flips; the first is the one drawn in the box. */
  shapes: Cell[][];
  /** For each shape the one a quarter turn clockwise, and the one mirrored left for right. */
  turn: number[];
  flip: number[];
}

export interface PolyssimoBox extends Box {
  rows: number;
  columns: number;
  pieces: Piece[];
}

export interface Placed {
  piece: PieceName;
  cells: Cell[];
}

export interface SeatScene {
  pieces: PieceName[];
  /** Squares of those pieces. */
  left: number;
  hexominoes: number;
  must: number;
  out: boolean;
  /** How many placements the seat has; null in the draft. */
  places: number | null;
}

export interface PolyssimoScene extends Scene {
  phase: 'draft' | 'place' | 'over';
  placed: Placed[];
  pool: PieceName[];
  seats: SeatScene[];
}

export interface DraftEffect extends Effect {
  kind: 'draft';
  piece: PieceName;
}

export interface PlaceEffect extends Effect {
  kind: 'place';
  piece: PieceName;
  cells: Cell[];
  left: number;
  places: { before: number; after: number }[];
  outs: Seat[];
  /** Sizes of the free regions after it, ascending. */
  holes: number[];
}

export type PolyssimoEffect = DraftEffect | PlaceEffect;
export type PolyssimoProps = BoardProps<PolyssimoBox, PolyssimoScene, PolyssimoEffect>;
export type PolyssimoScoresProps = ScoresProps<PolyssimoBox, PolyssimoScene>;
