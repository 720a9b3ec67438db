/** Moves in words: what the game says of them, or the move as it is written. */
import type { Played } from '../../lib/wire';
import type { PlainEffect } from './types';

export const tell = ({ move, effect }: Pick<Played, 'move' | 'effect'>): string =>
  (effect as PlainEffect).text ?? move;
