/** Options of a game, as texts and as the numbers that kernels take. */
import { expect, test } from 'vitest';

import { normalizeOptions, optionValues, rematchOptions } from '../../src/engine/options';
import type { Manifest } from '../../src/engine/wasm-module';
import type { GameCard } from '../../src/lib/wire';

const limits = { 2: [19, 19], 3: [9, 20], 4: [9, 20] } as Record<number, [number, number]>;
const numbers = [2, 3, 4].map((players) => {
  const [highest, most] = limits[players]!;
  return { players, highest, most, suggested: [] };
});
const CARD = {
  options: [
    { name: 'variant', kind: 'word', default: 'short', values: ['short', 'long'], numbers: [] },
    {
      ...{ name: 'first', kind: 'seat', default: 'random', numbers: [] },
      values: ['random', 'seat-0', 'seat-1', 'seat-2', 'seat-3'],
    },
    { name: 'handicap', kind: 'numbers', default: 'none', values: [], numbers },
  ],
} as unknown as GameCard;
const MANIFEST = { marks: { handicap: '+' } } as unknown as Manifest;
const NONE = [0, 0, 0, 0];

test.each([
  [{}, 2, [0, -1, ...NONE]],
  [{ variant: 'long' }, 2, [1, -1, ...NONE]],
  [{ first: 'seat-0' }, 2, [0, 0, ...NONE]],
  [{ first: 'seat-2' }, 3, [0, 2, ...NONE]],
  [{ first: 'seat-3' }, 4, [0, 3, ...NONE]],
  [{ handicap: 'none' }, 3, [0, -1, ...NONE]],
  [{ handicap: '0,5+,9+' }, 3, [0, -1, 0, 5, 9, 0]],
  [{ handicap: '9,9+,1,1+' }, 4, [0, -1, 9, 9, 1, 1]],
])('optionValues_of_%j_for_%i', (chosen, players, expected) => {
  expect(optionValues(CARD, MANIFEST, chosen, players)).toEqual(expected);
});

test.each([
  [{ variant: 'wide' }, 2],
  [{ first: 'seat-2' }, 2],
  [{ first: 'seat-3' }, 3],
  [{ first: '0' }, 2],
  [{ handicap: '1,2' }, 3],
  [{ handicap: '1,2,3,4' }, 3],
  [{ handicap: '20,0' }, 2],
  [{ handicap: '10,10' }, 2],
  [{ handicap: '10,0,0' }, 3],
  [{ handicap: '9,9,3' }, 3], // 21 in all
  [{ handicap: '-1,0' }, 2],
  [{ handicap: '1++,0' }, 2],
  [{ handicap: '1.5,0' }, 2],
  [{ handicap: ' 1,0' }, 2],
  [{ handicap: '' }, 2],
  [{ colour: 'red' }, 2],
])('normalizeOptions_of_%j_for_%i_is_refused', (chosen, players) => {
  expect(() => normalizeOptions(CARD, MANIFEST, chosen, players)).toThrow(/option/);
});

test.each([
  [{}, 2, {}],
  [{ first: 'seat-1', variant: 'long' }, 2, { variant: 'long', first: 'seat-1' }],
  [{ handicap: '9,9+,2' }, 3, { handicap: '9+,9+,2+' }], // 20 in all
  [{ handicap: '0,0,00' }, 3, { handicap: 'none' }],
  [{ handicap: '10,9' }, 2, { handicap: '10+,9+' }],
  [{ handicap: '0+,03,0' }, 3, { handicap: '0,3+,0' }],
  [{ first: 'random' }, 4, { first: 'random' }],
])('normalizeOptions_of_%j_for_%i_is_%j', (chosen, players, expected) => {
  const found = normalizeOptions(CARD, MANIFEST, chosen, players);
  expect(found).toEqual(expected);
  expect(normalizeOptions(CARD, MANIFEST, found, players)).toEqual(expected);
});

test('rematchOptions_leaves_all_but_numbers_of_each_seat_alone', () => {
  const kept = { variant: 'long', first: 'seat-1', handicap: '1+,2+,3+' };
  expect(rematchOptions(CARD, MANIFEST, kept, 3)).toEqual({ ...kept, handicap: '3+,1+,2+' });
  expect(kept.handicap).toBe('1+,2+,3+');
  expect(rematchOptions(CARD, MANIFEST, { handicap: 'none' }, 3)).toEqual({ handicap: 'none' });
});
