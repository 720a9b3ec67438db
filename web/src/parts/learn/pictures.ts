/** Pictures beside the rules, where one helps; fetched when rules are first read. */
import type { Component } from 'svelte';

import type { GameFace } from '../../games/board';
import { boxOf } from '../../lib/boxes';
import type { Box } from '../../lib/wire';

export interface Pictures {
  /** Draws the picture of a rule, or nothing. */
  Picture: Component<{ rule: string; box: Box }>;
  box: Box;
}

// By the words of a game: two games may share a box.
const MODULES: Record<string, () => Promise<unknown>> = {
  'nova-luna': () => import('./pictures/NovaLuna.svelte'),
  'my-shelfie': () => import('./pictures/MyShelfie.svelte'),
  polyssimo: () => import('./pictures/Polyssimo.svelte'),
};

export async function fetchPictures(face: GameFace): Promise<Pictures> {
  const [module, box] = await Promise.all([MODULES[face.words]!(), boxOf(face.name)]);
  return { Picture: (module as { default: Pictures['Picture'] }).default, box };
}
