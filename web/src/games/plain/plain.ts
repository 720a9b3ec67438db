/** The face of a game that has none here: a plain board, drawn from what its server tells. */
import type { GameCard } from '../../lib/wire';
import type { GameFace } from '../board';
import Board from './Board.svelte';
import Picture from './Picture.svelte';
import Scores from './Scores.svelte';
import { decided, tell } from './tell';

export const plainFace = ({ name, title, has_secrets }: GameCard): GameFace => ({
  name,
  title,
  hasSecrets: has_secrets,
  board: Board,
  picture: Picture,
  scores: Scores,
  tell,
  decided,
  rules: [],
});
