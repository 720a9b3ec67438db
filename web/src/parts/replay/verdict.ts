/** The move that was played, beside those the bot would have played. */
import { t } from '../../lib/language.svelte';
import { percent, signed } from '../../lib/numbers';
import { reasons } from '../../lib/thoughts';
import type { AnalysisShown, MoveThought } from '../../lib/wire';

export interface Rank {
  /** 1 for the bot's own choice; null where it did not look at the move enough to tell. */
  rank: number | null;
  /** What the move gave away: less than 0 for a worse one. In percent, or in points. */
  behind: number | null;
}

export function rankOf(analysis: AnalysisShown, move: string): Rank {
  const index = analysis.moves.findIndex((thought) => thought.move === move);
  if (index < 0) return { rank: null, behind: null };
  return { rank: index + 1, behind: distance(analysis.moves[index]!, analysis.moves[0]!) };
}

function distance(played: MoveThought, best: MoveThought): number {
  if (played.expected != null && best.expected != null) {
    return Math.round(played.expected) - Math.round(best.expected);
  }
  return Math.round(100 * (played.chance ?? 0)) - Math.round(100 * (best.chance ?? 0));
}

/** Such as "Played here: choice 3, −6%". */
export function judge(analysis: AnalysisShown, move: string): string {
  const { rank, behind } = rankOf(analysis, move);
  if (rank === null) return t('replay-played-unseen', { count: analysis.moves.length });
  if (rank === 1) return t('replay-played-best');
  const lost = behind ?? 0;
  return analysis.moves[0]?.expected != null
    ? t('replay-played-points', { rank, behind: signed(lost) })
    : t('replay-played-chance', { rank, behind: signed(lost / 100, 'percent') });
}

/** Why, besides what it is worth: where the thinking went, and how it looked at first sight. */
export function reasonsFor(analysis: AnalysisShown, thought: MoveThought): string[] {
  const first = thought.prior == null ? [] : [t('replay-prior', { share: percent(thought.prior) })];
  return [...reasons(analysis, thought).slice(1), ...first];
}
