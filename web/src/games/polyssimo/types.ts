/** Polyssimo Challenge as the server tells it. Rows and columns count from 0 here. */
import type { Box } from '../../lib/wire';
import type { BoardProps, ScoresProps } from '../board';
import type { Effect as PolyssimoEffect, PieceName, Scene as PolyssimoScene } from './scenes';

export type { Draft as DraftEffect, Placed, Placement as PlaceEffect, SeatScene } from './scenes';
export type { PieceName, PolyssimoEffect, PolyssimoScene };

export type Cell = readonly [row: number, column: number];

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

export type PolyssimoProps = BoardProps<PolyssimoBox, PolyssimoScene, PolyssimoEffect>;
export type PolyssimoScoresProps = ScoresProps<PolyssimoBox, PolyssimoScene>;
