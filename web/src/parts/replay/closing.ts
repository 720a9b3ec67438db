/** A review in words: how a seat's game ended and why, and what is told first. */
import type { GameFace, SeatLook } from '../../games/board';
import { t, words } from '../../lib/language.svelte';
import { percent, signed } from '../../lib/numbers';
import type {
  AccountShown,
  Box,
  DecisionShown,
  ReasonShown,
  ReviewShown,
  Seat,
} from '../../lib/wire';

/** Luck below this is not worth a word. */
const NOTABLE = 0.03;

/** Such as "−6%"; what rounds to nothing has no sign. */
export const change = (share: number): string => signed(rounded(share), 'percent');

const rounded = (share: number): number => Math.round(100 * share) / 100;

/** Such as "Lost by 4. Own moves −6%, the others’ −15%, luck +2%; refill 2 alone −11%." */
export const closing = (review: ReviewShown, account: AccountShown): string =>
  [ending(review.seats, account), causes(review, account), ...withoutLuck(review, account)].join(
    ' ',
  );

/** What was earned, and how sure that is; nothing where chance had no part. */
const withoutLuck = ({ chance }: ReviewShown, { adjusted, error }: AccountShown): string[] =>
  chance.length > 0
    ? [t('review-adjusted', { result: percent(rounded(adjusted)), error: percent(rounded(error)) })]
    : [];

function ending(seats: AccountShown[], { seat, place, score, gave_up }: AccountShown): string {
  if (seats.some((one) => one.gave_up)) {
    if (gave_up) return t('review-gave-up');
    return t(place === 1 ? 'review-won-given-up' : 'review-not-won');
  }
  const rival = seats.find((one) => one.seat !== seat && one.place === (place === 1 ? 2 : 1));
  const gap = Math.abs(score - (rival?.score ?? score));
  if (place > 1 && seats.length > 2) return t('review-place', { place, gap });
  const way = place === 1 ? 'won' : 'lost';
  return gap ? t(`review-${way}`, { gap }) : t(`review-${way}-tie`);
}

function causes({ chance }: ReviewShown, { seat, own, others, luck }: AccountShown): string {
  const values = { own: change(own), others: change(others), luck: change(luck) };
  const [most] = [...chance].sort((a, b) => Math.abs(b.luck[seat]!) - Math.abs(a.luck[seat]!));
  if (!most) return t('review-causes-none', values);
  if (Math.abs(most.luck[seat]!) < NOTABLE) return t('review-causes', values);
  const number = chance.filter(({ event }) => event === most.event).indexOf(most) + 1;
  const event = t('review-event', { event: most.event.replaceAll(' ', '-'), number });
  return t('review-causes-most', { ...values, event, most: change(most.luck[seat]!) });
}

/** The reader's own before the others', then what can be explained, then what cost most. */
export function instructive(decisions: DecisionShown[], mine: Seat[]): DecisionShown[] {
  const weight = ({ seat, why, loss }: DecisionShown) =>
    (mine.includes(seat) ? 4 : 0) + (why.length > 0 ? 2 : 0) + loss;
  return [...decisions].sort((a, b) => weight(b) - weight(a));
}

/** Why a move was worse, in the game's words; those it has no words for are left out. */
export const reasonsOf = (
  why: ReasonShown[],
  face: GameFace,
  box: Box,
  seats: SeatLook[],
): string[] =>
  why
    .filter(({ key }) => words.has(key))
    .map(({ key, facts }) => {
      const name = seats[Number(facts.seat)]?.name ?? '';
      return capital(t(key, { ...(facts as object), name, ...face.reason?.(facts, box) }));
    });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
