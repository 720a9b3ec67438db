/** Pictures beside the rules, where one helps; asked for when rules are first read. */
import type { Component } from 'svelte';

import type { GameFace } from '../../games/board';
import { boxOf } from '../../lib/games';
import type { Box } from '../../lib/wire';

export interface Pictures {
  /** Draws the picture of a rule, or nothing. */
  Picture: Component<{ rule: string; box: Box }>;
  box: Box;
}

export async function fetchPictures({ name, rulePictures }: GameFace): Promise<Pictures | null> {
  if (!rulePictures) return null;
  const [Picture, box] = await Promise.all([rulePictures(), boxOf(name)]);
  return { Picture, box };
}
