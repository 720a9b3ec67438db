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
  /** A letter for each tile that a task asks for: `bbry`. */
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

/** A tile of an area; x grows to the right, y upwards. */
export interface LaidTile {
  tile: number;
  x: number;
  y: number;
  /** The numbers of its covered tasks. */
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
  /** null in a position from the text of an older version. */
  first_missing: number | null;
  second: number;
  second_missing: number;
  /** For each disc that is missing. */
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

/** A task, by its tile and its number there. */
export interface TaskOf {
  tile: number;
  task: number;
}

/** A tile that is taken and laid. */
export interface Take extends wire.Effect {
  kind: 'take';
  slot: number;
  tile: number;
  x: number;
  y: number;
  /** The tasks that are fulfilled. */
  covers: TaskOf[];
  /** Left after it. */
  discs: number;
  /** Open tasks that lack but one tile after it (NL-12). */
  near: number;
  cost: number;
  /** How many come from the supply after it. */
  tiles: number;
  /** Solo: the costs so far. */
  sum?: number;
  /** Solo: whether it ends phase one, the wheel having run empty (NLS-4). */
  phase_ends?: boolean;
  /** Solo: the discs that were missing then. */
  missing?: number | null;
}

/** The wheel is filled before taking (NL-7). */
export interface Refill extends wire.Effect {
  kind: 'refill';
  tiles: number;
}

/** Phase one of the solo game is ended (NLS-3). */
export interface Finish extends wire.Effect {
  kind: 'finish';
  sum: number;
  tiles: number;
}

export type Effect = Take | Refill | Finish;
