/** My Shelfie, as the page knows it. */
import type { Component } from 'svelte';

import type { BoardProps, GameFace, ScoresProps } from '../board';
import Picture from './Picture.svelte';
import { tell } from './say';
import type { ShelfieBox } from './types';

const GOALS = [...'abcdefghijkl'].map((letter) => `MS-15${letter}`);
const RULES = Array.from({ length: 16 }, (_, n) => `MS-${n + 1}`);

export const myShelfie: GameFace = {
  name: 'my-shelfie',
  words: 'my-shelfie',
  hasSecrets: true,
  isNight: false,
  board: () =>
    import('./Board.svelte') as unknown as Promise<{
      default: Component<BoardProps, object, 'hand'>;
    }>,
  picture: Picture,
  scores: () =>
    import('./Scores.svelte') as unknown as Promise<{ default: Component<ScoresProps> }>,
  tell: (played, box) => tell(played, box as ShelfieBox),
  rules: RULES.flatMap((rule) => (rule === 'MS-15' ? [rule, ...GOALS] : [rule])),
};
