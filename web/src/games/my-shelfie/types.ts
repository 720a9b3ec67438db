/** My Shelfie as the server describes it: rows count from the top, columns from the left, from 0. */
import type { Box } from '../../lib/wire';
import type { BoardProps, SeatLook } from '../board';
import type {
  Effect as ShelfieEffect,
  Item as ItemType,
  Scene as ShelfieScene,
  SeatScene as ShelfieSeat,
} from './scenes';

export type { Group, Points } from './scenes';
export type { ItemType, ShelfieEffect, ShelfieScene, ShelfieSeat };

/** [row, column] */
export type Place = readonly [number, number];

export interface ShelfieBox extends Box {
  types: ItemType[];
  rows: number;
  columns: number;
  room: number;
  most_taken: number;
  goals: { key: string; rule: string; of: number }[];
  cards: { row: number; column: number; type: ItemType }[][];
  card_points: number[];
  /** [tiles, points], smallest group first. */
  group_points: [number, number][];
}

export type ShelfieProps = BoardProps<ShelfieBox, ShelfieScene, ShelfieEffect>;

/** Another player's shelf. */
export interface OtherProps {
  box: ShelfieBox;
  scene: ShelfieScene;
  look: SeatLook;
  fresh: Place[];
}
