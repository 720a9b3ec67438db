/** Nova Luna as the server tells it. A place's x grows to the right, its y upwards. */
import type { Box, Effect, Scene, Seat } from '../../lib/wire';
import type { BoardProps } from '../board';

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
}

export interface Place {
  x: number;
  y: number;
}

export interface LaidTile extends Place {
  tile: TileId;
  covered: number[];
}

export interface SeatScene {
  discs: number;
  cost: number;
  area: LaidTile[];
}

export interface SoloResult {
  first: number;
  /** null in a position from the text of an older version. */
  first_missing: number | null;
  second: number;
  second_missing: number;
  /** For each disc that is missing. */
  penalty: number;
  total: number;
  challenge: number;
}

export interface SoloScene {
  phase: 1 | 2;
  first_sum: number | null;
  sum: number;
  laid: number;
  needed: number;
  may_finish: boolean;
  result: SoloResult | null;
}

export interface NovaLunaScene extends Scene {
  wheel: (TileId | null)[];
  crescent: Slot;
  offered: Slot[];
  supply: number;
  may_refill: boolean;
  track: { seat: Seat; distance: number }[];
  seats: SeatScene[];
  solo: SoloScene | null;
}

export interface TaskOf {
  tile: TileId;
  task: number;
}

export interface Take extends Effect, Place {
  kind: 'take';
  slot: Slot;
  tile: TileId;
  covers: TaskOf[];
  discs: number;
  /** Open tasks that lack but one tile after it. */
  near: number;
  cost: number;
  /** How many come from the supply after it. */
  tiles: number;
  /** Solo: the costs so far, and whether phase one ends here, with so many discs missing. */
  sum?: number;
  phase_ends?: boolean;
  missing?: number | null;
}

export interface Refill extends Effect {
  kind: 'refill';
  tiles: number;
}

export interface Finish extends Effect {
  kind: 'finish';
  sum: number;
  tiles: number;
}

export type NovaLunaEffect = Take | Refill | Finish;
export type NovaLunaProps = BoardProps<NovaLunaBox, NovaLunaScene, NovaLunaEffect>;
