/**
 * My Shelfie as the server tells it. Do not edit: run
 * `python -m tools.ts.scenes my-shelfie > web/src/games/my-shelfie/scenes.ts`.
 */
import type * as wire from '../../lib/wire';

export type Item = 'C' | 'B' | 'G' | 'F' | 'T' | 'P';

/** A common goal (MS-15). */
export interface BoxGoal {
  key: string;
  rule: string;
  /** The amount that fulfils it: a number of groups, columns, rows or tiles. */
  of: number;
}

/** A tile on a personal goal card (MS-5). */
export interface CardTile {
  row: number;
  column: number;
  type: Item;
}

/** Room, goals, cards and points (MS-1 to MS-5, MS-7, MS-13, MS-15). */
export interface Box extends wire.Box {
  types: Item[];
  rows: number;
  columns: number;
  room: number;
  most_taken: number;
  goals: BoxGoal[];
  cards: CardTile[][];
  card_points: number[];
  /** Pairs of group size and points, smallest group first. */
  group_points: (readonly [number, number])[];
}

/** Number of tiles of each type that are neither in the room nor on a shelf (MS-16). */
export interface Bag {
  C: number;
  B: number;
  G: number;
  F: number;
  T: number;
  P: number;
}

/** A common goal in play. */
export interface GoalInPlay {
  /** Its index in the box. */
  goal: number;
  /** The tokens left, top one first (MS-4, MS-10). */
  stack: number[];
}

/** Progress of a shelf towards a common goal. */
export interface Progress {
  done: number;
  cells: (readonly [number, number])[];
}

/** A scoring group (MS-13). */
export interface Group {
  type: Item;
  cells: (readonly [number, number])[];
  points: number;
}

/** A seat's points, as on a score pad (MS-13). */
export interface Points {
  tokens: number;
  end: number;
  card: number | null;
  groups: number;
  total: number;
}

/** A seat's shelf, with its card, progress, groups and points. */
export interface SeatScene {
  /** Rows; `.` is an empty place. */
  shelf: string[];
  free: number;
  /** Its index in the box; null if hidden from the viewer. */
  card: number | null;
  matches: number | null;
  matched: (readonly [number, number])[] | null;
  tokens: number[];
  progress: Progress[];
  groups: Group[];
  points: Points;
}

/** The room, the goals and every shelf. */
export interface Scene extends wire.Scene {
  turns: number[];
  /** Rows; `.` is no cell, `_` an empty cell. */
  room: string[];
  bag: Bag;
  goals: GoalInPlay[];
  end_token: number | null;
  first: number;
  last_round: boolean;
  seats: SeatScene[];
}

/** A token taken for a common goal (MS-10). */
export interface Token {
  goal: number;
  points: number;
}

/** Number of tiles that match the personal card. */
export interface Matches {
  before: number;
  after: number;
}

/** Progress that a move makes towards a common goal. */
export interface Way {
  before: number;
  after: number;
  of: number;
}

/** A line of tiles of one type. */
export interface Line {
  type: Item;
  count: number;
}

/** The tiles taken, where they land and what they gain; new tiles in the room are not included. */
export interface Effect extends wire.Effect {
  kind: 'take';
  cells: (readonly [number, number])[];
  types: Item[];
  column: number;
  /** Places of the tiles on the shelf, lowest first (MS-9). */
  lands: (readonly [number, number])[];
  tokens: Token[];
  fills: boolean;
  refills: boolean;
  gains: Points;
  matches: Matches | null;
  progress: Way[];
  /** Scoring groups that contain one of the tiles. */
  groups: Group[];
  /** Lines of one type that can be taken next; empty if the room is refilled. */
  leaves: Line[];
}
