/** Polyssimo Challenge, for the page. */
import type { Component } from 'svelte';

import type { Played } from '../../lib/wire';
import type { BoardProps, GameFace, ScoresProps } from '../board';
import Picture from './Picture.svelte';
import { tell } from './tell';
import type { PolyssimoEffect } from './types';

export const polyssimo: GameFace = {
  name: 'polyssimo',
  words: 'polyssimo',
  isNight: false,
  // The frame passes on what the server sent for this game, without looking into it.
  board: () =>
    import('./Board.svelte') as Promise<unknown> as Promise<{
      default: Component<BoardProps, object, 'hand'>;
    }>,
  picture: Picture,
  scores: () =>
    import('./Scores.svelte') as Promise<unknown> as Promise<{ default: Component<ScoresProps> }>,
  tell: (played) => tell(played as Played<PolyssimoEffect>),
  rules: ['PC-1', 'PC-2', 'PC-3', 'PC-4', 'PC-5', 'PC-6', 'PC-7', 'PC-8'],
};
