/** The move that was played, beside those the bot would have played. */
import { t } from '../../lib/language.svelte';
import { signed } from '../../lib/numbers';
import type { Idea } from '../../lib/thoughts';
import type { MoveThought } from '../../lib/wire';

/** The place of the idea that has a move, from 0; -1 where the bot did not look at it enough to tell. */
export const rankOf = (ideas: Idea[], move: string): number =>
  ideas.findIndex(({ moves }) => moves.includes(move));

/** What a move gave away: less than 0 for a worse one. In percent, or in points. */
export function distance(played: MoveThought, best: MoveThought): number {
  if (played.expected != null && best.expected != null) {
    return Math.round(played.expected) - Math.round(best.expected);
  }
  return Math.round(100 * (played.chance ?? 0)) - Math.round(100 * (best.chance ?? 0));
}

/** Such as "Played here: choice 3, −6%". */
export function judge(ideas: Idea[], move: string): string {
  const rank = rankOf(ideas, move);
  if (rank < 0) return t('replay-played-unseen', { count: ideas.length });
  if (rank === 0) return t('replay-played-best');
  const best = ideas[0]!.thought;
  const lost = distance(ideas[rank]!.thought, best);
  return best.expected != null
    ? t('replay-played-points', { rank: rank + 1, behind: signed(lost) })
    : t('replay-played-chance', { rank: rank + 1, behind: signed(lost / 100, 'percent') });
}
