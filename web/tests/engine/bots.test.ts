import { expect, test } from 'vitest';
import { usesNetwork, choose } from '../../src/engine/bots.ts';
import type { Engine } from '../../src/engine/engines.ts';

const ATTENTIVE = { overlooks: 0, misjudges: 0, iterations: 0, looks: false, among: {} };
const LEVELS = [{ ...ATTENTIVE, overlooks: 1, among: { 4: ATTENTIVE } }];

/** Two moves, the second one better; no bot looks ahead. */
function tableOf(players: number): Engine {
  const game = {
    module: { manifest: { bots: { levels: LEVELS, first_levels: LEVELS } }, has: () => false },
    players: () => players,
    determinize: (view: Uint8Array) => view,
    rate: () => ({ actions: Int32Array.of(1, 2), ratings: Float32Array.of(0, 5) }),
  };
  return { game } as unknown as Engine;
}

const chosen = async (players: number): Promise<Set<number>> => {
  const tries = Array.from({ length: 40 }, () =>
    choose('level-1', tableOf(players), new Uint8Array(1)),
  );
  return new Set(await Promise.all(tries));
};

test('level with another definition for four players uses it', async () => {
  expect(await chosen(4)).toEqual(new Set([2]));
  expect(await chosen(2)).toEqual(new Set([1, 2]));
});

test.each([
  [0, false, false],
  [0, true, true],
  [80, false, true],
  [null, false, true],
])('a level of %s iterations that looks (%s) asks the network: %s', (iterations, looks, asks) => {
  expect(usesNetwork({ ...ATTENTIVE, iterations, looks })).toBe(asks);
});
