/** Moves of a game for one, weighed by a solver that has made-up totals. */
import { beforeEach, expect, test, vi } from 'vitest';

import type { Game, State } from '../../src/engine/game';
import { SolverQueue } from '../../src/engine/solver-queue';

interface Asked {
  effort: number;
  seen: number[];
  seed: bigint;
}

const asked = vi.hoisted(() => [] as Asked[]);
const totals = vi.hoisted(() => ({ of: (asked: Asked): number => asked.effort }));

vi.mock('../../src/engine/solver', () => ({
  Solver: class {
    readonly effort: number;
    private left = 0;
    private now: Asked | undefined;

    constructor(_module: unknown, effort: number) {
      this.effort = effort;
    }
    begin(seen: Uint8Array, seed: bigint) {
      this.now = { effort: this.effort, seen: [...seen], seed };
      asked.push(this.now);
      this.left = 2;
    }
    advance = () => --this.left <= 0;
    get score() {
      return totals.of(this.now!);
    }
  },
}));

/** States are [ply, chance, action]; with `luck`, chance decides after a move. */
function gameOf({ moves = 5, sign = 1, luck = false, staying = 2 } = {}): Game {
  return {
    module: {
      manifest: { solver: { weighing: [1, 4, 16], staying, sign, futures: 3 } },
      call: (_: string, seed: bigint) => seed * 10n,
    },
    get: () => 0,
    isOver: (state: State) => state[0] === 9,
    legal: () => Int32Array.from({ length: moves }, (_, action) => action),
    standing: () => ({ scores: [77], places: [1] }),
    determinize: (state: State, seed: bigint) =>
      Uint8Array.of(state[0]!, luck ? Number(seed) : 0, 0),
    after: (state: State, action: number) => Uint8Array.of(state[0]! + 1, state[1]!, action),
    view: (state: State) => state,
  } as unknown as Game;
}

const VIEW = Uint8Array.of(0, 0, 0);

beforeEach(() => {
  asked.length = 0;
  totals.of = ({ seen }) => seen[2]!;
});

test('expect_of_a_finished_game_is_its_total', async () => {
  expect(await new SolverQueue(gameOf()).expect(Uint8Array.of(9, 0, 0), 4)).toBe(77);
  expect(asked).toEqual([]);
});

test('evaluate_weighs_the_better_half_more_widely_but_never_fewer_than_stay', async () => {
  const found = await new SolverQueue(gameOf({ moves: 9 })).evaluate(VIEW, {});
  expect(asked.map(({ effort, seen }) => `${effort}:${seen[2]}`)).toEqual([
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((action) => `1:${action}`),
    ...[0, 1, 2, 3].map((action) => `4:${action}`),
    ...[0, 1].map((action) => `16:${action}`),
  ]);
  expect(found.map(({ action, effort }) => [action, effort])).toEqual([
    ...[0, 1].map((action) => [action, 16]),
    ...[2, 3].map((action) => [action, 4]),
    ...[4, 5, 6, 7, 8].map((action) => [action, 1]),
  ]);
  expect(found[3]!.expected).toBe(3);
});

test('evaluate_keeps_the_better_half_whatever_order_they_come_in', async () => {
  totals.of = ({ seen }) => [5, 1, 4, 2, 3][seen[2]!]!;
  await new SolverQueue(gameOf()).evaluate(VIEW, {});
  const searched = (effort: number) =>
    asked.filter((one) => one.effort === effort).map(({ seen }) => seen[2]);
  expect([searched(1), searched(4), searched(16)]).toEqual([
    [0, 1, 2, 3, 4],
    [1, 3],
    [1, 3],
  ]);
});

test('evaluate_where_more_is_better_keeps_the_highest', async () => {
  const found = await new SolverQueue(gameOf({ sign: -1 })).evaluate(VIEW, {});
  expect(found.map(({ action }) => action)).toEqual([4, 3, 2, 1, 0]);
  expect(found.map(({ effort }) => effort)).toEqual([16, 16, 1, 1, 1]);
});

test('evaluate_ranks_a_wider_search_before_a_better_total_and_equals_by_their_action', async () => {
  totals.of = ({ effort, seen }) => (effort === 1 ? (seen[2]! < 2 ? 1 : 2) : 9);
  const found = await new SolverQueue(gameOf()).evaluate(VIEW, {});
  expect(found.map(({ action, expected }) => [action, expected])).toEqual([
    [0, 9],
    [1, 9],
    [2, 2],
    [3, 2],
    [4, 2],
  ]);
});

test.each([
  [1, 1],
  [3, 3],
  [5, 5],
  [6, 6], // of the second round the first
  [9, 6],
  [10, 7],
])('evaluate_with_%i_iterations_makes_%i_searches', async (iterations, count) => {
  await new SolverQueue(gameOf()).evaluate(VIEW, { iterations });
  expect(asked).toHaveLength(count);
});

test('futures_of_a_move_without_chance_are_one', () => {
  expect(new SolverQueue(gameOf()).futures(VIEW, 3)).toEqual([Uint8Array.of(1, 0, 3)]);
});

test('expectAfter_is_the_mean_over_all_futures_with_one_seed', async () => {
  const queue = new SolverQueue(gameOf({ luck: true }));
  expect(queue.futures(VIEW, 3).map(String)).toEqual(['1,10,3', '1,20,3', '1,30,3']);
  totals.of = ({ seen }) => seen[1]! ** 2;
  expect(await queue.expectAfter(VIEW, 3, 16)).toBeCloseTo(1400 / 3, 12);
  expect(asked.map(({ effort, seed }) => [effort, seed])).toEqual(Array(3).fill([16, 1n]));
});

test('evaluate_that_is_aborted_ends_with_its_reason', async () => {
  const stop = AbortSignal.abort(new Error('gone'));
  const queue = new SolverQueue(gameOf());
  await expect(queue.evaluate(VIEW, { signal: stop })).rejects.toThrow('gone');
  expect(await queue.expect(VIEW, 1)).toBe(0); // the solver is free again
});
