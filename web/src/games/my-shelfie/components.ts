/** The components that draw My Shelfie. */
import type { GameComponents } from '../board';
import Board from './Board.svelte';
import { count } from './final-count';
import MoveIcon from './MoveIcon.svelte';
import Scores from './Scores.svelte';
import SmallBoard from './SmallBoard.svelte';

export default {
  board: Board,
  scores: Scores,
  count,
  small: SmallBoard,
  moved: MoveIcon,
  rulePictures: async () => (await import('./rules/Pictures.svelte')).default,
} satisfies GameComponents;
