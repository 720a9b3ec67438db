/** The face of a game that has none here: a plain board, drawn from what its server tells. */
import type { GameCard } from '../../lib/wire';
import type { GameFace } from '../board';
import Picture from './Picture.svelte';
import { decided, tell } from './tell';

export const plainFace = ({ name, title, has_secrets }: GameCard): GameFace => ({
  name,
  title,
  words: 'plain',
  hasSecrets: has_secrets,
  board: () => import('./Board.svelte'),
  picture: Picture,
  scores: () => import('./Scores.svelte'),
  tell,
  decided,
  rules: [],
});
