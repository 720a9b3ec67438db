/** The face of a game that has none here: a plain board, drawn from what its server tells. */
import type { GameCard } from '../../lib/wire';
import type { GameCover } from '../board';
import Picture from './Picture.svelte';
import { decided, tell } from './text';

export const plainCover = ({ name, title, has_secrets }: GameCard): GameCover => ({
  name,
  title,
  hasSecrets: has_secrets,
  picture: Picture,
  tell,
  decided,
  rules: [],
  draw: async () => (await import('./components')).default,
});
