/** What a hint shows on the board. */
import type { Mark } from '../../games/board';

export interface Hint {
  /** Of the position that it is about. */
  number: number;
  marks: Mark[];
  /** The move to be taken in hand. */
  wanted: { move: string } | null;
}
