/** A review in words and pictures: how the game ended and why, its moments, its curve. */
import type { Account } from '../../engine/ledger';
import type { Finding } from '../../engine/review';
import type { SeatView } from '../../games/board';
import { t } from '../../lib/language.svelte';
import type { ForfeitReason, Seat } from '../../lib/wire';
import type { Review } from './review.svelte';

/** Changes below this are not mentioned; those from `MUCH` on are called large. */
const [NOTABLE, MUCH] = [0.04, 0.2];
/** Points of a game for one that count as much as a whole win. */
const POINTS = 50;
/** A moment gives away at least this share of the win, error included. */
const LEAST_LOSS = 0.03;
const MAX_MOMENTS = 3;

/** The end of the game for a seat. */
export interface End {
  seat: SeatView;
  /** Number of players. */
  players: number;
  place: number;
  forfeits: (ForfeitReason | undefined)[];
  /** The total of a game for one. */
  total: number | null;
}

/** Return the sentences at the top of a review. */
export function summaryText(account: Account, end: End, hasChance: boolean): string {
  return [ending(end), ...(end.seat.isMe ? causes(account, end, hasChance) : [])].join(' ');
}

function ending({ seat, players, place, forfeits, total }: End): string {
  const who = { me: seat.isMe ? 'yes' : 'no', name: seat.name };
  if (forfeits[seat.seat]) return t('review-gave-up', who);
  if (total !== null) return t('review-total', { total });
  if (place === 1) return t(forfeits.some(Boolean) ? 'review-won-given-up' : 'review-won', who);
  return players > 2 ? t('review-place', { ...who, place }) : t('review-lost', who);
}

function causes({ own, others, luck }: Account, { players }: End, hasChance: boolean): string[] {
  const told =
    players > 1
      ? [t(`review-${blame(-own, others)}`, { rivals: players === 2 ? 'one-rival' : 'several' })]
      : [];
  return hasChance ? [...told, t(`review-luck-${fortune(luck, players)}`)] : told;
}

/** Return which side gave away more. */
function blame(own: number, others: number): 'none' | 'even' | 'own' | 'others-more' {
  if (Math.max(own, others) < NOTABLE) return 'none';
  if (Math.abs(own - others) < NOTABLE) return 'even';
  return own > others ? 'own' : 'others-more';
}

export type Fortune = 'even' | 'helped' | 'helped-much' | 'cost' | 'cost-much';

export function fortune(luck: number, players: number): Fortune {
  const share = players === 1 ? -luck / POINTS : luck;
  if (Math.abs(share) < NOTABLE) return 'even';
  const way = share > 0 ? 'helped' : 'cost';
  return Math.abs(share) < MUCH ? way : `${way}-much`;
}

/** A bar of the review, from the middle: below 0 it cost the player something. */
export interface Bar {
  kind: 'luck' | 'own' | 'others';
  value: number;
  /** Half of the width at most, from -1 to 1. */
  length: number;
}

/** Return the bars of a seat; `sign` is -1 where a lower total is better. */
export function barsOf(account: Account, players: number, hasChance: boolean, sign = 1): Bar[] {
  const kinds: Bar['kind'][] = [
    ...(hasChance ? (['luck'] as const) : []),
    'own',
    ...(players > 1 ? (['others'] as const) : []),
  ];
  const unit = players === 1 ? POINTS : 1;
  const longest = Math.max(0.3 * unit, ...kinds.map((kind) => Math.abs(account[kind])));
  return kinds.map((kind) => {
    return { kind, value: account[kind], length: (sign * account[kind]) / longest };
  });
}

/** Return the moves of the seats that gave something away for certain, the worst first. */
export function slipsOf(findings: readonly Finding[], seats: readonly Seat[]): Finding[] {
  const isOwn = ({ seat }: Finding) => seats.length === 0 || seats.includes(seat);
  return findings
    .filter((one) => isOwn(one) && one.loss - one.error >= leastOf(findings))
    .sort((a, b) => b.loss - a.loss);
}

/** A solo game has totals: every step concerns one seat. */
const leastOf = (findings: readonly Finding[]): number =>
  findings[0]?.steps[0]?.change.length === 1 ? LEAST_LOSS * POINTS : LEAST_LOSS;

/** Return the moments of a game, in the order of play. */
export const momentsOf = (findings: readonly Finding[], seats: readonly Seat[]): Finding[] =>
  slipsOf(findings, seats)
    .slice(0, MAX_MOMENTS)
    .sort((a, b) => a.ply - b.ply);

/** Return the expectations of a seat by the number of moves played, from `first` on. */
export function curveOf(
  { steps, ledger }: Pick<Review, 'steps' | 'ledger'>,
  seat: Seat,
): CurvePoint[] {
  const { path } = ledger!;
  const found = new Map<number, number>([[(steps[0]?.ply ?? 1) - 1, path[0]![seat]!]]);
  steps.forEach(({ ply }, index) => found.set(ply, path[index + 1]![seat]!));
  return Array.from(found, ([ply, value]) => ({ ply, value }));
}

export interface CurvePoint {
  ply: number;
  value: number;
}
