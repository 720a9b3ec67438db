/** The words of a lesson: which message, and the figures that may stand in it. */
import type { SeatLook } from '../../games/board';
import { t, type Values } from '../../lib/language.svelte';
import { LEARNER, type Script, type Step } from '../../lib/lesson.svelte';
import type { Effect } from '../../lib/wire';

/** Such as `lesson-GAME-turn-hint`; the title of a step has no part. */
export const messageOf = ({ game }: Script, { id }: Step, part?: string): string =>
  ['lesson', game, id, part].filter(Boolean).join('-');

/** What an effect says in figures and words; of lists, how many. */
export function valuesOf(effect: Effect): Values {
  const values: Values = {};
  for (const [field, value] of Object.entries(effect)) {
    if (Array.isArray(value)) values[field] = value.length;
    else if (typeof value === 'number' || typeof value === 'string') values[field] = value;
  }
  return values;
}

/** You and your partners. */
export function lessonSeats(players: number): SeatLook[] {
  return Array.from({ length: players }, (_, seat) => {
    const name = seat === LEARNER ? t('lesson-you') : t(`lesson-name-${seat}`);
    const initial = [...name][0]!;
    return { seat, name, initial, colour: seat, isMe: seat === LEARNER, isBot: false };
  });
}
