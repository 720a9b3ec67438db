/** The components that draw a game without a face of its own. */
import type { GameComponents } from '../board';
import Board from './Board.svelte';
import Scores from './Scores.svelte';

export default { board: Board, scores: Scores } satisfies GameComponents;
