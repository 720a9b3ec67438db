/** The page's part of a game without a folder here: a plain board, drawn from the server's scene. */
import type { GameCard } from '../../lib/wire';
import type { GameMeta } from '../board';
import Picture from './Picture.svelte';
import { decided, describeMove } from './text';

export const plainMeta = ({ name, title, has_secrets }: GameCard): GameMeta => ({
  name,
  title,
  hasSecrets: has_secrets,
  picture: Picture,
  describeMove,
  decided,
  rules: [],
  loadComponents: async () => (await import('./components')).default,
});
