/** Analyses: what a search or a solver found, as the page shows it. */
import { expect, test } from 'vitest';

import { analyse } from '../../src/engine/analysis';
import type { Engine } from '../../src/engine/engines';
import { TOY } from '../support/toy-game';

const STATE = TOY.after(TOY.deal(1n, 3, []), 0);
const [SECONDS, FEW] = [2, 2];

function engineOf(kind: string, asked: unknown[] = []): Engine {
  const game = Object.assign(Object.create(TOY) as typeof TOY, {
    module: { has: (name: string) => name === kind },
    view: (state: Uint8Array, seat: number) => Uint8Array.from([...state, seat]),
  });
  const candidates = [
    { action: 2, visits: 30, value: 0.123449, prior: 0.55555 },
    { action: 0, visits: 20, value: 0.12345, prior: 0.00004 },
    { action: 1, visits: 10, value: 1, prior: 0.4 },
  ];
  const moves = [
    { action: 1, effort: 16, expected: 41.236 },
    { action: 0, effort: 4, expected: 50.5 },
    { action: 2, effort: 4, expected: 60 },
  ];
  const search = (...given: unknown[]) => {
    asked.push(given);
    return Promise.resolve({ candidates, iterations: 60, expectation: [] });
  };
  const evaluate = (...given: unknown[]) => {
    asked.push(given);
    return Promise.resolve(moves);
  };
  const weights = () => Promise.resolve({ version: 3, bytes: Uint8Array.of(5) });
  return { game, weights, searchQueue: { search }, solverQueue: { evaluate } } as unknown as Engine;
}

test('analyse_by_search_has_the_first_moves_with_rounded_chances', async () => {
  const asked: unknown[] = [];
  const found = await analyse(engineOf('search', asked), STATE, { seconds: SECONDS, most: FEW });
  expect([found.game, found.ply, found.mover, found.iterations]).toEqual(['toy', 1, 1, 60]);
  expect(found.moves).toEqual([
    {
      ...{ move: 'add 3', visits: 30, chance: 0.1234, prior: 0.5556, expected: null },
      effect: { move: 'add 3', seat: 1 },
    },
    {
      ...{ move: 'add 1', visits: 20, chance: 0.1235, prior: 0, expected: null },
      effect: { move: 'add 1', seat: 1 },
    },
  ]);
  const view = Uint8Array.from([...STATE, 1]); // the mover's view
  expect(asked).toEqual([[view, { seconds: SECONDS, signal: undefined }, Uint8Array.of(5)]]);
});

test('analyse_by_solver_has_totals_and_the_sum_of_its_efforts', async () => {
  const found = await analyse(engineOf('solve'), STATE, { seconds: SECONDS, most: 9 });
  expect(found.iterations).toBe(24);
  expect(found.moves.map(({ move, expected, visits }) => [move, expected, visits])).toEqual([
    ['add 2', 41.24, 16],
    ['add 1', 50.5, 4],
    ['add 3', 60, 4],
  ]);
  expect(found.moves.every(({ chance, prior }) => chance === null && prior === null)).toBe(true);
});

test('analyse_of_a_finished_game_or_without_a_judge_is_refused', async () => {
  const limits = { seconds: SECONDS, most: FEW };
  let over = TOY.deal(1n, 2, []);
  while (!TOY.isOver(over)) over = TOY.after(over, 0);
  await expect(analyse(engineOf('search'), over, limits)).rejects.toMatchObject({
    code: 'game_over',
  });
  await expect(analyse(engineOf('none'), STATE, limits)).rejects.toMatchObject({
    code: 'no_engine',
  });
});
