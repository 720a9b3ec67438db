/** What a bot thinks of a position, for people. */
import type { Mark } from '../games/board';
import { t } from './language.svelte';
import { percent } from './numbers';
import type { AnalysisShown, MoveThought } from './wire';

/** What stands beside a move: a chance, or the points to expect. */
export function worth(thought: MoveThought): string {
  if (thought.expected != null) return String(Math.round(thought.expected));
  return thought.chance === null ? '' : percent(thought.chance);
}

export function marksOf(analysis: AnalysisShown, most: number): Mark[] {
  return analysis.moves.slice(0, most).map((thought, index) => ({
    move: thought.move,
    label: worth(thought),
    rank: index + 1,
    effect: thought.effect,
  }));
}

/** Why: the outlook, how much of the thinking went there, how it looked at first sight. */
export function reasons(analysis: AnalysisShown, thought: MoveThought): string[] {
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
