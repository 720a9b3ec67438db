/** Helpers that the parts of a lesson share: its script, texts, seats, and what it points at. */
import type { GameMeta, SeatView } from '../../games/board';
import { NOT_FOUND } from '../../lib/error-text';
import { t, type Values } from '../../lib/language.svelte';
import { LEARNER, type Lesson, type Script, type Step } from '../../lib/lesson.svelte';
import type { Effect } from '../../lib/wire';

export interface StepProps {
  lesson: Lesson;
  step: Step;
  /** Goes to another step. */
  go: (move: Promise<void>) => void;
}

export async function fetchLesson({ name, lesson }: GameMeta): Promise<Script> {
  if (!lesson) throw NOT_FOUND;
  const response = await fetch(lesson);
  if (!response.ok) throw new Error(`lesson not found: ${name}`);
  return (await response.json()) as Script;
}

/** Such as `lesson-GAME-turn-hint`; the title of a step has no part. */
export const messageOf = ({ game }: Script, { id }: Step, part?: string): string =>
  ['lesson', game, id, part].filter(Boolean).join('-');

/** Return the figures and words of an effect; for lists their lengths. */
export function valuesOf(effect: Effect): Values {
  const values: Values = {};
  for (const [field, value] of Object.entries(effect)) {
    if (Array.isArray(value)) values[field] = value.length;
    else if (typeof value === 'number' || typeof value === 'string') values[field] = value;
  }
  return values;
}

/** You and your partners. */
export function lessonSeats(players: number): SeatView[] {
  return Array.from({ length: players }, (_, seat) => {
    const name = seat === LEARNER ? t('lesson-you') : t(`lesson-name-${seat}`);
    const initial = [...name][0]!;
    return { seat, name, initial, colour: seat, isMe: seat === LEARNER, isBot: false };
  });
}

/** Boards mark them with `data-slot="3"` and the like. */
export function highlightSelector(spot: string): string {
  const [kind, name] = spot.split(' ');
  return `[data-${kind}="${name}"]`;
}

/** Light them up; returns how to put the light out. */
export function highlight(root: Element, spots: readonly string[]): () => void {
  const found = spots.flatMap((spot) => [...root.querySelectorAll(highlightSelector(spot))]);
  found.forEach((element) => element.setAttribute('data-lit', ''));
  return () => found.forEach((element) => element.removeAttribute('data-lit'));
}
