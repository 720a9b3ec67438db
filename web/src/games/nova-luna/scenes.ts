/**
 * Nova Luna as the server tells it. Do not edit: run
 * `python -m tools.ts.scenes nova-luna > web/src/games/nova-luna/scenes.ts`.
 */
import type * as wire from '../../lib/wire';

export type Colour = 'r' | 'b' | 'c' | 'y';

/** A tile as printed. */
export interface BoxTile {
  id: number;
  colour: Colour;
  cost: number;
  /** Each task as letters, one per tile it needs, such as `bbry`. */
  tasks: string[];
}

/** Tiles, slots, spaces, and the first pile of the solo game (NL-1, NL-2, NL-11, NLS-1). */
export interface Box extends wire.Box {
  tiles: BoxTile[];
  slots: number;
  track: number;
  first_pile: number;
}

/** A disc on the moon track. */
export interface Disc {
  seat: number;
  distance: number;
}

/** A tile in an area; x increases to the right, y upwards. */
export interface LaidTile {
  tile: number;
  x: number;
  y: number;
  /** Indices of its covered tasks. */
  covered: number[];
}

/** A seat's discs, costs and area. */
export interface SeatScene {
  discs: number;
  cost: number;
  area: LaidTile[];
}

/** The score sheet of the solo game (NLS-8). */
export interface SoloResult {
  first: number;
  /** null if unknown, in positions from texts of older versions. */
  first_missing: number | null;
  second: number;
  second_missing: number;
  /** Points per missing disc. */
  penalty: number;
  total: number;
  challenge: number;
}

/** Phases and sums of the solo game (NLS-3 to NLS-8). */
export interface SoloScene {
  phase: number;
  first_sum: number | null;
  sum: number;
  laid: number;
  needed: number;
  may_finish: boolean;
  result: SoloResult | null;
}

/** The wheel, the track and every area. */
export interface Scene extends wire.Scene {
  turns: number[];
  wheel: (number | null)[];
  crescent: number;
  offered: number[];
  supply: number;
  may_refill: boolean;
  track: Disc[];
  seats: SeatScene[];
  solo: SoloScene | null;
}

/** A task, identified by its tile and its index there. */
export interface TaskOf {
  tile: number;
  task: number;
}

/** Taking and laying a tile. */
export interface Take extends wire.Effect {
  kind: 'take';
  slot: number;
  tile: number;
  x: number;
  y: number;
  /** The tasks that it fulfils. */
  covers: TaskOf[];
  /** Discs left afterwards. */
  discs: number;
  /** Open tasks that then lack only one tile (NL-12). */
  near: number;
  cost: number;
  /** Number of tiles that are then drawn from the supply. */
  tiles: number;
  /** Solo: the costs so far. */
  sum?: number;
  /** Solo: True if it ends phase one by emptying the wheel (NLS-4). */
  phase_ends?: boolean;
  /** Solo: discs missing at the end of phase one. */
  missing?: number | null;
}

/** Refilling the wheel before taking a tile (NL-7). */
export interface Refill extends wire.Effect {
  kind: 'refill';
  tiles: number;
}

/** Ending phase one of the solo game (NLS-3). */
export interface Finish extends wire.Effect {
  kind: 'finish';
  sum: number;
  tiles: number;
}

export type Effect = Take | Refill | Finish;
