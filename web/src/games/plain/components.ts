/** The components that draw a game without a face of its own. */
import type { Drawing } from '../board';
import Board from './Board.svelte';
import Scores from './Scores.svelte';

export default { board: Board, scores: Scores } satisfies Drawing;
