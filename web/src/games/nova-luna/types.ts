/** Types of Nova Luna's scenes. A place's x grows to the right, its y upwards. */
import type { BoardProps } from '../board';
import type {
  Box as NovaLunaBox,
  Effect as NovaLunaEffect,
  Scene as NovaLunaScene,
} from './scenes';

export type {
  BoxTile as Tile,
  Colour,
  Finish,
  LaidTile,
  Refill,
  SeatScene,
  SoloResult,
  SoloScene,
  Take,
  TaskOf,
} from './scenes';
export type { NovaLunaBox, NovaLunaEffect, NovaLunaScene };

export type TileId = number;
export type Slot = number;

export interface Place {
  x: number;
  y: number;
}

export type NovaLunaProps = BoardProps<NovaLunaBox, NovaLunaScene, NovaLunaEffect>;
