/** My Shelfie as the server describes it: rows count from the top, columns from the left, from 0. */
import type { BoardProps, SeatView } from '../board';
import type {
  Box as ShelfieBox,
  Effect as ShelfieEffect,
  Item as ItemType,
  Scene as ShelfieScene,
  SeatScene as ShelfieSeat,
} from './scenes';

export type { Group, Points } from './scenes';
export type { ItemType, ShelfieBox, ShelfieEffect, ShelfieScene, ShelfieSeat };

/** [row, column] */
export type Place = readonly [number, number];

export type ShelfieProps = BoardProps<ShelfieBox, ShelfieScene, ShelfieEffect>;

/** Another player's shelf. */
export interface OtherProps {
  box: ShelfieBox;
  scene: ShelfieScene;
  look: SeatView;
  fresh: Place[];
}
