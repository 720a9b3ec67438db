/** Measurements of a review, with made-up expectations. */
import { expect, test } from 'vitest';

import type { Engine } from '../../src/engine/engines';
import { measure, Pairs, type Finding } from '../../src/engine/review';
import { TOY } from '../support/toy-game';

/** Pairs of three seats in which the best move is better for seat 1 by so much. */
function pairsOf(differences: number[]): Pairs {
  const pairs = new Pairs();
  for (const one of differences) pairs.add([0.2, 0.3 + one, 0.4], [0.2, 0.3, 0.5]);
  return pairs;
}

test('loss_is_the_mean_difference_of_a_seat', () => {
  const pairs = pairsOf([0.1, 0.2, 0.3]);
  expect(pairs.loss(1)).toBeCloseTo(0.2, 12);
  expect(pairs.loss(2)).toBeCloseTo(-0.1, 12);
  expect(pairs.before[1]).toBeCloseTo(0.5, 12);
  expect(pairs.after).toEqual([0.2, 0.3, 0.5].map((one) => expect.closeTo(one, 12)));
});

test('error_is_two_standard_errors_of_the_mean_with_three_prior_differences', () => {
  // Squares 0.02 and 3 * 0.015 ** 2, over 3 - 1 + 3; then the mean of three.
  const variance = (0.02 + 3 * 0.015 ** 2) / 5;
  expect(pairsOf([0.1, 0.2, 0.3]).error(1)).toBeCloseTo(2 * Math.sqrt(variance / 3), 12);
  expect(pairsOf([0.1, 0.2, 0.3]).error(0)).toBeCloseTo(2 * Math.sqrt((3 * 0.015 ** 2) / 15), 12);
});

test.each([
  [[0.2, 0.2, 0.2, 0.2], true],
  [[0.01, 0.01, 0.01, 0.01], false],
  [[-0.2, -0.2, -0.2, -0.2], true],
  [[0.5, -0.5, 0.5, -0.5], false],
])('isClear_of_%j_is_%s', (differences, isClear) => {
  expect(pairsOf(differences).isClear(1)).toBe(isClear);
});

// --- Luck ---

/** The toy game, in which every guess of what is hidden is another, judged by a search that sees no difference. */
const DICE = Object.assign(Object.create(TOY) as typeof TOY, {
  module: { ...TOY.module, has: (name: string) => name === 'search' },
  determinize: (state: Uint8Array, seed: bigint) =>
    Uint8Array.from([...state, Number(BigInt.asUintN(8, seed))]),
});
const ENGINE = {
  game: DICE,
  weights: () => Promise.resolve(undefined),
  searchQueue: {
    searchFixed: () => Promise.resolve({ candidates: [{ action: 0 }], expectation: [3, 1] }),
  },
} as unknown as Engine;

test.each([
  [0, [0, null]],
  [11, [1]], // it ends the game: what chance would have brought changes nothing
])('the_move_of_ply_%i_has_the_steps_of_%j', async (ply, seats) => {
  let state = TOY.deal(1n, 2, []);
  for (let before = 0; before < ply; before++) state = TOY.after(state, 0);
  const states = [state, TOY.after(state, 0)];
  const found: Finding[] = [];
  for await (const one of measure(ENGINE, states, { moves: ['add 1'], indices: [0] }))
    found.push(one);
  expect(found.map(({ steps }) => steps.map(({ seat }) => seat))).toEqual([seats]);
  expect(found[0]!.steps[0]!.after).toEqual([0.75, 0.25]);
});

// --- Secrets ---

/** A view is told from a complete state by its last byte. */
const HIDDEN = 255;
const CARDS = Object.assign(Object.create(DICE) as typeof TOY, {
  view: (state: Uint8Array, seat: number | null) => Uint8Array.from([...state, seat ?? 9, HIDDEN]),
  scene: (seen: Uint8Array) => ({ seat: seen.at(-2) }),
});

test('loss_and_error_are_those_of_what_the_seat_knew_effects_those_with_all_secrets', async () => {
  let count = 0;
  const look = (seen: Uint8Array, { action }: { action?: number }) => {
    const isBest = action !== 0;
    // With the cards known, searches differ from each other; what the seat knew is always worth the same.
    const open = isBest ? 0.9 - 0.2 * (count++ % 2) : 0.5;
    const share = seen.at(-1) === HIDDEN ? (isBest ? 0.7 : 0.5) : open;
    return Promise.resolve({ candidates: [{ action: 1 }], expectation: [share, 1 - share] });
  };
  const engine = {
    ...ENGINE,
    game: CARDS,
    searchQueue: { searchFixed: look },
  } as unknown as Engine;
  const state = TOY.deal(1n, 2, []);
  const found: Finding[] = [];
  const request = { moves: ['add 1'], indices: [0] };
  for await (const one of measure(engine, [state, TOY.after(state, 0)], request)) found.push(one);
  const [{ loss, error, steps }] = found as [Finding];
  expect(loss).toBeCloseTo(0.2, 12);
  expect(error).toBeCloseTo(2 * Math.sqrt((3 * 0.015 ** 2) / 8 / 6), 12); // six pairs, all alike
  expect(steps[0]!.change[0]).toBeCloseTo(-0.3, 12);
  expect(steps[0]!.spread[0]).toBeGreaterThan(0.02);
});
