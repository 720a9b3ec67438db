/** Moves in words: what the game says of them, or the move as it is written. */
import { byPlace } from '../../lib/game-result';
import { t } from '../../lib/language.svelte';
import type { Played, Scene } from '../../lib/wire';
import type { PlainEffect } from './types';

export const describeMove = ({ move, effect }: Pick<Played, 'move' | 'effect'>): string =>
  (effect as PlainEffect).text ?? move;

/** The margin between the first and the second. */
export function decided({ scene: { scores, places } }: { scene: Scene }): string {
  const [first, second] = byPlace(places ?? []);
  const margin = Math.abs((scores?.[first ?? 0] ?? 0) - (scores?.[second ?? 0] ?? 0));
  return margin ? t('plain-margin', { count: margin }) : '';
}
