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
  /** How much of it there is to do: groups, columns, rows or tiles. */
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
  /** Tiles and points, smallest group first. */
  group_points: (readonly [number, number])[];
}

/** How many tiles of each type are neither in the room nor on a shelf (MS-16). */
export interface Bag {
  C: number;
  B: number;
  G: number;
  F: number;
  T: number;
  P: number;
}

/** A common goal of this game. */
export interface GoalInPlay {
  /** Its place in the box. */
  goal: number;
  /** The tokens left, the top one first (MS-4, MS-10). */
  stack: number[];
}

/** How far a shelf is towards a goal. */
export interface Progress {
  done: number;
  cells: (readonly [number, number])[];
}

/** A group that pays (MS-13). */
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

/** A seat's shelf and what it comes to. */
export interface SeatScene {
  /** Rows, `.` for an empty place. */
  shelf: string[];
  free: number;
  /** Its place in the box; null where the viewer may not know it. */
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
  /** Rows: `.` no cell, `_` an empty one. */
  room: string[];
  bag: Bag;
  goals: GoalInPlay[];
  end_token: number | null;
  first: number;
  last_round: boolean;
  seats: SeatScene[];
}

/** A token taken from a goal (MS-10). */
export interface Token {
  goal: number;
  points: number;
}

/** How many tiles match the card. */
export interface Matches {
  before: number;
  after: number;
}

/** What a move does for a goal. */
export interface Way {
  before: number;
  after: number;
  of: number;
}

/** Tiles of one type in a line. */
export interface Line {
  type: Item;
  count: number;
}

/** The tiles taken, where they land and what that brings; not what fills the room again. */
export interface Effect extends wire.Effect {
  kind: 'take';
  cells: (readonly [number, number])[];
  types: Item[];
  column: number;
  /** Where the tiles stand, the first one lowest (MS-9). */
  lands: (readonly [number, number])[];
  tokens: Token[];
  fills: boolean;
  refills: boolean;
  gains: Points;
  matches: Matches | null;
  progress: Way[];
  /** The groups that pay and that the tiles are part of. */
  groups: Group[];
  /** Lines of one type that may be taken next; none where the room is filled again. */
  leaves: Line[];
}
