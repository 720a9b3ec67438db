/** Choices of bots: by ratings with errors, by a look at the network, or by a search. */
import { afterEach, expect, test, vi } from 'vitest';

import { choose, levelOf } from '../../src/engine/bots';
import type { Engine } from '../../src/engine/engines';
import * as dice from '../../src/engine/random';

afterEach(() => vi.restoreAllMocks());

const LEVEL = { overlooks: 0, misjudges: 0, iterations: 0, looks: false, among: {} };

interface Given {
  levels?: object[];
  first?: object[];
  ratings?: number[];
  weights?: Uint8Array;
  has?: string[];
}

function engineOf({
  levels = [LEVEL],
  first = levels,
  ratings = [1, 3, 2],
  weights,
  has = [],
}: Given) {
  const asked: unknown[] = [];
  const game = {
    module: {
      manifest: { bots: { levels, first_levels: first, seconds: 5 } },
      has: (name: string) => has.includes(name),
    },
    players: () => 3,
    determinize: (view: Uint8Array) => view,
    rate: () => ({
      actions: Int32Array.from(ratings, (_, index) => 10 + index),
      ratings: Float32Array.from(ratings),
    }),
    choose: (name: string) => {
      asked.push(name);
      return 77;
    },
  };
  const search = (_view: Uint8Array, limits: object, found?: Uint8Array) => {
    asked.push([limits, found]);
    const candidates = [
      { action: 4, prior: 0.2 },
      { action: 5, prior: 0.7 },
      { action: 6, prior: 0.1 },
    ];
    return Promise.resolve({ candidates });
  };
  const read = () => Promise.resolve(weights && { version: 2, bytes: weights });
  const engine = { game, searchQueue: { search }, weights: read } as unknown as Engine;
  return { engine, asked };
}

const VIEW = new Uint8Array(1);
const draw = (...numbers: number[]) => {
  const spy = vi.spyOn(dice, 'random');
  for (const one of numbers) spy.mockReturnValueOnce(one);
};

test.each([
  [[0.9, 0.9, 0.9], 11],
  [[0.9, 0.4, 0.9], 12], // the best is overlooked
  [[0.5, 0.49, 0.49], 10], // a draw at the border is noticed
  [[0.1, 0.1, 0.1, 0.99], 12], // nothing is noticed: any one
  [[0.1, 0.1, 0.1, 0], 10],
  [[0.1, 0.1, 0.1, 0.34], 11],
])('choose_with_draws_%j_overlooks_half', async (draws, action) => {
  draw(...draws);
  const { engine } = engineOf({ levels: [{ ...LEVEL, overlooks: 0.5 }] });
  expect(await choose('level-1', engine, VIEW)).toBe(action);
});

test.each([
  [[0, 0, 0], 11],
  [[1.5, 0, 0.6], 10], // 1 + 2 * 1.5 against 3 and 2 + 2 * 0.6
  [[0.9, 0, 0.6], 12],
])('choose_misjudges_by_%j', async (errors, action) => {
  const spy = vi.spyOn(dice, 'randomGumbel');
  for (const one of errors) spy.mockReturnValueOnce(one);
  const { engine } = engineOf({ levels: [{ ...LEVEL, misjudges: 2 }] });
  expect(await choose('level-1', engine, VIEW)).toBe(action);
});

test('choose_of_equal_ratings_takes_the_first', async () => {
  const { engine } = engineOf({ ratings: [2, 2, 1] });
  expect(await choose('level-1', engine, VIEW)).toBe(10);
});

test('choose_that_looks_takes_what_the_network_likes_best', async () => {
  const weights = Uint8Array.of(1);
  const { engine, asked } = engineOf({ levels: [{ ...LEVEL, looks: true }], weights });
  expect(await choose('level-1', engine, VIEW)).toBe(5);
  expect(asked).toEqual([[{ iterations: 1, signal: undefined }, weights]]);
});

test.each([
  [80, { iterations: 80 }],
  [null, { seconds: 5 }],
])('choose_by_a_search_of_%s_takes_its_first_move', async (iterations, limits) => {
  const { signal } = new AbortController();
  const { engine, asked } = engineOf({ levels: [{ ...LEVEL, iterations }] });
  expect(await choose('level-1', engine, VIEW, signal)).toBe(4);
  expect(asked).toEqual([[{ ...limits, signal }, undefined]]);
});

test('choose_without_weights_is_the_first_version_of_the_level', async () => {
  const first = [{ ...LEVEL, iterations: 9 }];
  const { engine, asked } = engineOf({ levels: [{ ...LEVEL, looks: true }], first });
  expect(await choose('level-1', engine, VIEW)).toBe(4);
  expect(asked).toEqual([[{ iterations: 9, signal: undefined }, undefined]]);
});

test.each([
  ['greedy', ['greedy_action'], 'greedy_action'],
  ['greedy', [], 'random_action'],
  ['random', ['greedy_action'], 'random_action'],
  ['level-9', [], 'random_action'],
])('choose_of_%s_with_%j_is_by_%s', async (bot, has, name) => {
  const { engine, asked } = engineOf({ has });
  expect(await choose(bot, engine, VIEW)).toBe(77);
  expect(asked).toEqual([name]);
});

test('levelOf_counts_from_1_and_may_differ_by_players', () => {
  const levels = [
    { ...LEVEL, misjudges: 1 },
    { ...LEVEL, misjudges: 2, among: { 3: { ...LEVEL, misjudges: 3 } } },
  ];
  const { engine } = engineOf({ levels, first: [{ ...LEVEL, misjudges: 9 }] });
  const found = (bot: string, players: number, kind?: 'first_levels') =>
    levelOf(bot, engine, players, kind)?.misjudges;
  expect([found('level-1', 3), found('level-2', 2), found('level-2', 3)]).toEqual([1, 2, 3]);
  expect([found('level-0', 2), found('level-3', 2), found('level-12', 2)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(found('level-1', 2, 'first_levels')).toBe(9);
});
