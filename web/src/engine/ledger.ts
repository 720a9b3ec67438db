/**
 * Attribution of a game's result to luck, to a player's own moves and to the moves of the others.
 *
 * As `tilewright.study.review.ledger`: a game is a chain of steps, each a move or a chance event. The
 * effect of each step and the expectations around it were measured, with errors. The path is the
 * chain of expectations that fits all measurements best and ends in the result. So for each seat
 * start + luck + own + others = result, whatever the errors.
 */
import type { Seat } from '../lib/wire.ts';

/** A move or a chance event, as it was measured. */
export interface Step {
  /** Number of moves played after it. */
  ply: number;
  /** Seat that moved; null for chance. */
  seat: Seat | null;
  /** Effect on the expectation of each seat. */
  change: number[];
  /** Standard error of each effect. */
  spread: number[];
  /** Expectations before it; missing where they were not measured. */
  before?: number[];
  /** Expectations after it. */
  after?: number[];
}

/** The account of a seat: start + luck + own + others = result. */
export interface Account {
  seat: Seat;
  start: number;
  luck: number;
  /** Effect of the seat's own moves. */
  own: number;
  /** Effect of the other seats' moves. */
  others: number;
  result: number;
}

export interface Ledger {
  /** Expectations of each seat before the first step, between steps and at the end. */
  path: number[][];
  accounts: Account[];
}

/** Smallest standard error of a step, because a search has blind spots. */
const LEAST_SPREAD = 0.006;
/** Standard error of one measured share `p`: `max(LEAST_LEVEL, LEVEL * p * (1 - p))`. */
const [LEAST_LEVEL, LEVEL] = [0.01, 0.16];
/** As above, in points, for the totals of a solo game. */
const [LEAST_POINTS, LEVEL_POINTS] = [0.2, 1];

/** Return the step of a seat that gave up: the rest of the way to the result. */
export const forfeitStep = (ply: number, seat: Seat, players: number): Step => ({
  ply,
  seat,
  change: Array<number>(players).fill(0),
  spread: Array<number>(players).fill(1),
});

/** Attribute a result to the steps that led to it; both are shares, or totals in a game for one. */
export function attribute(steps: readonly Step[], result: readonly number[]): Ledger {
  const seats = result.map((worth, seat) => fit(steps, seat, worth, result.length === 1));
  const path = seats[0]!.map((_, index) => seats.map((one) => one[index]!));
  return { path, accounts: result.map((_, seat) => accountOf(steps, path, seat)) };
}

/**
 * Return the path of one seat: least squares, weighted by the errors. Each measurement concerns one
 * expectation or two neighbours, so the normal equations are tridiagonal.
 */
function fit(steps: readonly Step[], seat: Seat, result: number, isTotal: boolean): number[] {
  const count = steps.length;
  const diagonal = Array<number>(count + 1).fill(0);
  const right = Array<number>(count + 1).fill(0);
  const beside = Array<number>(count).fill(0);
  const level = (index: number, value: number | undefined): void => {
    if (value === undefined) return;
    const weight = 1 / levelSpread(value, isTotal) ** 2;
    diagonal[index]! += weight;
    right[index]! += weight * value;
  };
  steps.forEach(({ change, spread, before, after }, index) => {
    const weight = 1 / Math.max(spread[seat]!, isTotal ? LEAST_POINTS : LEAST_SPREAD) ** 2;
    diagonal[index]! += weight;
    diagonal[index + 1]! += weight;
    beside[index]! -= weight;
    right[index]! -= weight * change[seat]!;
    right[index + 1]! += weight * change[seat]!;
    level(index, before?.[seat]);
    level(index + 1, after?.[seat]);
  });
  const path = solve(diagonal, beside, right, result);
  return isTotal ? path : path.map((share) => Math.max(0, Math.min(1, share)));
}

const levelSpread = (value: number, isTotal: boolean): number =>
  isTotal ? LEVEL_POINTS : Math.max(LEAST_LEVEL, LEVEL * value * (1 - value));

/** Solve a symmetric tridiagonal system whose last unknown is known. */
function solve(diagonal: number[], beside: number[], right: number[], last: number): number[] {
  const count = beside.length;
  const [ratio, value] = [[] as number[], [] as number[]];
  for (let index = 0; index < count; index++) {
    const link = index > 0 ? beside[index - 1]! : 0;
    const pivot = diagonal[index]! - link * (ratio[index - 1] ?? 0);
    ratio.push(beside[index]! / pivot);
    value.push((right[index]! - link * (value[index - 1] ?? 0)) / pivot);
  }
  const path = Array<number>(count + 1).fill(last);
  for (let index = count - 1; index >= 0; index--)
    path[index] = value[index]! - ratio[index]! * path[index + 1]!;
  return path;
}

function accountOf(steps: readonly Step[], path: number[][], seat: Seat): Account {
  const account = { seat, start: path[0]![seat]!, luck: 0, own: 0, others: 0 };
  steps.forEach(({ seat: mover }, index) => {
    const change = path[index + 1]![seat]! - path[index]![seat]!;
    account[mover === null ? 'luck' : mover === seat ? 'own' : 'others'] += change;
  });
  return { ...account, result: path.at(-1)![seat]! };
}
