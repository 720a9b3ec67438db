/** Puzzles on this device: the list, the puzzle of the day, and answers that are known by a hash only. */
import { afterEach, expect, test, vi } from 'vitest';

import { packState } from '../../src/engine/base64';
import type { Engine } from '../../src/engine/engines';
import { judgeAttempt, listPuzzles, showPuzzle } from '../../src/engine/puzzles';
import { TOY } from '../support/toy-game';

const STATE = TOY.after(TOY.deal(1n, 3, []), 0);
/** FNV-1a of `p1 add 2` and `p1 add 3`, made with another program. */
function fnv(text: string): number {
  let hash = 2166136261n;
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 16777619n) & 0xffffffffn;
  return Number(hash);
}
const puzzle = (id: string, rating: number, more = {}) => ({
  ...{ id, rating, kind: 'win', right: [fnv('p1 add 3'), fnv('p1 add 2')] },
  state: packState(STATE),
  ...more,
});
const PUZZLES = [
  puzzle('p1', 40),
  puzzle('b', 30, { target: 12 }),
  puzzle('a', 30),
  puzzle('c', -3),
];
const GAME = Object.assign(Object.create(TOY) as typeof TOY, {
  module: { manifest: { state: STATE.length } },
});
const ENGINE = {
  game: GAME,
  puzzles: () => Promise.resolve({ kinds: { win: 'Win.' }, puzzles: PUZZLES }),
} as unknown as Engine;

afterEach(() => vi.useRealTimers());

test.each([
  [0, 'p1'],
  [86_399_999, 'p1'],
  [86_400_000, 'b'],
  [3 * 86_400_000, 'c'],
  [4 * 86_400_000, 'p1'],
])('listPuzzles_at_%i_ms_has_a_puzzle_of_the_day', async (now, id) => {
  vi.useFakeTimers({ now });
  expect((await listPuzzles(ENGINE)).today).toBe(id);
});

test('listPuzzles_begins_with_the_easiest_and_tells_no_answer', async () => {
  const { game, kinds, puzzles } = await listPuzzles(ENGINE);
  expect([game, kinds]).toEqual(['toy', { win: 'Win.' }]);
  expect(puzzles).toEqual([
    { id: 'c', kind: 'win', rating: -3 },
    { id: 'a', kind: 'win', rating: 30 },
    { id: 'b', kind: 'win', rating: 30 },
    { id: 'p1', kind: 'win', rating: 40 },
  ]);
});

test('showPuzzle_is_for_the_mover', async () => {
  expect(await showPuzzle(ENGINE, 'b')).toEqual({
    ...{ id: 'b', kind: 'win', rating: 30, target: 12, game: 'toy', seat: 1 },
    position: packState(STATE),
  });
  expect((await showPuzzle(ENGINE, 'a')).target).toBe(null);
  await expect(showPuzzle(ENGINE, 'x')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['add 2', true, ['add 2', 'add 3'], 'add 2'],
  ['add 3', true, ['add 2', 'add 3'], 'add 3'],
  ['add 1', false, [], 'add 1'], // a wrong answer tells nothing
  [null, false, ['add 2', 'add 3'], 'add 2'], // giving up tells all
])('judgeAttempt_of_%s_is_%s', async (move, is_right, answers, line) => {
  const found = await judgeAttempt(ENGINE, 'p1', move);
  expect(found).toEqual({
    ...{ is_right, answers, line: [line] },
    ...{ position: packState(STATE), rating: null },
  });
});

test('judgeAttempt_of_a_move_that_is_not_legal_is_refused', async () => {
  const done = judgeAttempt(ENGINE, 'p1', 'add 4');
  await expect(done).rejects.toMatchObject({ code: 'illegal_move' });
  expect(fnv('')).toBe(0x811c9dc5);
  expect([fnv('a'), fnv('foobar')]).toEqual([0xe40c292c, 0xbf9cf968]); // as its authors print them
});
