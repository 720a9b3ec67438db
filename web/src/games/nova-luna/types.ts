/** Nova Luna as the server tells it. A place's x grows to the right, its y upwards. */
import type { Box } from '../../lib/wire';
import type { BoardProps } from '../board';
import type { Effect as NovaLunaEffect, Scene as NovaLunaScene } from './scenes';

export type {
  Finish,
  LaidTile,
  Refill,
  SeatScene,
  SoloResult,
  SoloScene,
  Take,
  TaskOf,
} from './scenes';
export type { NovaLunaEffect, NovaLunaScene };

/** Red, blue, cyan, yellow. */
export type Colour = 'r' | 'b' | 'c' | 'y';
export type TileId = number;
export type Slot = number;

export interface Tile {
  id: TileId;
  colour: Colour;
  cost: number;
  /** A letter for each tile a task asks for: `bbry`. */
  tasks: string[];
}

export interface NovaLunaBox extends Box {
  tiles: Tile[];
  slots: number;
  track: number;
  first_pile: number;
}

export interface Place {
  x: number;
  y: number;
}

export type NovaLunaProps = BoardProps<NovaLunaBox, NovaLunaScene, NovaLunaEffect>;
