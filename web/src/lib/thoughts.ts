/** What a bot thinks of a position, for people. */
import type { Mark } from '../games/board';
import { t } from './language.svelte';
import type { Effect, Seat } from './wire';

export interface Thought {
  move: string;
  /** What the mover may expect: 1 is a sure win. Null where points say more. */
  chance: number | null;
  /** The total to expect, in games for one. */
  expected?: number | null;
  visits: number;
  /** How good it looked before the search, as a share. */
  prior: number;
  score_change: number;
  effect: Effect;
}

export interface Analysis {
  mover: Seat;
  iterations: number;
  moves: Thought[];
}

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** What stands beside a move: a chance, or the points to expect. */
export function worth(thought: Thought): string {
  if (thought.expected != null) return String(Math.round(thought.expected));
  return thought.chance === null ? '' : percent(thought.chance);
}

export function marksOf(analysis: Analysis, most: number): Mark[] {
  return analysis.moves.slice(0, most).map((thought, index) => ({
    move: thought.move,
    label: worth(thought),
    rank: index + 1,
    effect: thought.effect,
  }));
}

/** Why: the outlook, how much of the thinking went there, how it looked at first sight. */
export function reasons(analysis: Analysis, thought: Thought): string[] {
  const told: string[] = [];
  if (thought.expected != null)
    told.push(t('reason-expected', { points: Math.round(thought.expected) }));
  else if (thought.chance !== null)
    told.push(t('reason-chance', { chance: percent(thought.chance) }));
  const looked = analysis.moves.reduce((sum, { visits }) => sum + visits, 0);
  if (looked > 0) told.push(t('reason-visits', { share: percent(thought.visits / looked) }));
  if (thought.score_change !== 0) told.push(t('reason-score', { points: thought.score_change }));
  return told;
}
