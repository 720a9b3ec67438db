/** Types of Polyssimo Challenge's scenes. Rows and columns count from 0 here. */
import type { BoardProps, ScoresProps } from '../board';
import type {
  Box as PolyssimoBox,
  Effect as PolyssimoEffect,
  PieceName,
  Scene as PolyssimoScene,
} from './scenes';

export type {
  BoxPiece as Piece,
  Draft as DraftEffect,
  Placed,
  Placement as PlaceEffect,
  SeatScene,
} from './scenes';
export type { PieceName, PolyssimoBox, PolyssimoEffect, PolyssimoScene };

export type Cell = readonly [row: number, column: number];

export type PolyssimoProps = BoardProps<PolyssimoBox, PolyssimoScene, PolyssimoEffect>;
export type PolyssimoScoresProps = ScoresProps<PolyssimoBox, PolyssimoScene>;
