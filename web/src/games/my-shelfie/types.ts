/** My Shelfie as the server describes it: rows count from the top, columns from the left, from 0. */
import type { Box, Effect, Scene, Seat } from '../../lib/wire';
import type { BoardProps } from '../board';

/** A type of item: cats, books, games, frames, trophies, plants. */
export type ItemType = 'C' | 'B' | 'G' | 'F' | 'T' | 'P';
/** [row, column] */
export type Place = [number, number];

export interface ShelfieBox extends Box {
  types: ItemType[];
  rows: number;
  columns: number;
  room: number;
  goals: { key: string; rule: string; of: number }[];
  cards: { row: number; column: number; type: ItemType }[][];
  card_points: number[];
  /** [tiles, points], smallest group first. */
  group_points: [number, number][];
}

export interface Points {
  tokens: number;
  end: number;
  card: number | null;
  groups: number;
  total: number;
}

export interface Group {
  type: ItemType;
  cells: Place[];
  points: number;
}

export interface ShelfieSeat {
  /** Rows as strings, `.` for an empty place. */
  shelf: string[];
  free: number;
  /** Index of the personal card; null where the viewer may not know it. */
  card: number | null;
  matches: number | null;
  matched: Place[] | null;
  tokens: number[];
  progress: { done: number; cells: Place[] }[];
  groups: Group[];
  points: Points;
}

export interface ShelfieScene extends Scene {
  /** Rows as strings: `.` no cell, `_` an empty one. */
  room: string[];
  bag: Record<ItemType, number>;
  /** `goal` is an index into the box; `stack` holds the tokens left, the top one first. */
  goals: { goal: number; stack: number[] }[];
  end_token: Seat | null;
  first: Seat;
  last_round: boolean;
  seats: ShelfieSeat[];
}

export interface ShelfieEffect extends Effect {
  cells: Place[];
  types: ItemType[];
  column: number;
  lands: Place[];
  tokens: { goal: number; points: number }[];
  fills: boolean;
  refills: boolean;
  gains: Points;
  matches: { before: number; after: number } | null;
  progress: { before: number; after: number; of: number }[];
  /** The groups that pay and that the tiles are part of. */
  groups: Group[];
  /** Lines of one type that may be taken next; none where the room is filled again. */
  leaves: { type: ItemType; count: number }[];
}

export type ShelfieProps = BoardProps<ShelfieBox, ShelfieScene, ShelfieEffect>;
