/** The components that draw Polyssimo Challenge. */
import type { Drawing } from '../board';
import './wood.css';
import Board from './Board.svelte';
import { count } from './count';
import Moved from './Moved.svelte';
import Scores from './Scores.svelte';

export default {
  board: Board,
  scores: Scores,
  count,
  moved: Moved,
  rulePictures: async () => (await import('./rules/Pictures.svelte')).default,
} satisfies Drawing;
