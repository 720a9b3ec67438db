/** What the page knows of Nova Luna, for several players and for one. */
import type { GameFace } from '../board';
import Picture from './Picture.svelte';
import { tell } from './words';

const RULES = Array.from({ length: 18 }, (_, index) => `NL-${index + 1}`);
const SOLO_RULES = Array.from({ length: 8 }, (_, index) => `NLS-${index + 1}`);
/** Of the rules for several players, those that hold alone too. */
const SHARED = [1, 2, 6, 8, 9, 10, 12, 13, 14, 15].map((number) => `NL-${number}`);

const common = {
  words: 'nova-luna',
  isNight: true,
  // The frame hands a board what its own game's server sent: the types meet here.
  board: () => import('./Board.svelte') as unknown as ReturnType<GameFace['board']>,
  picture: Picture,
  scores: () => import('./Scores.svelte') as unknown as ReturnType<GameFace['scores']>,
  tell,
} satisfies Partial<GameFace>;

export const novaLuna: GameFace = { ...common, name: 'nova-luna', rules: RULES };

export const novaLunaSolo: GameFace = {
  ...common,
  name: 'nova-luna-solo',
  rules: [...SOLO_RULES, ...SHARED],
};
