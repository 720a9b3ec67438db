import { expect, test } from 'vitest';

import { hasWon, isWished, othersAt } from '../src/lib/played';
import type { TableCard } from '../src/lib/wire';

const card = (more: object = {}) =>
  ({
    terms: { game: 'one', rated: false },
    chairs: ['Ann', 'Ben'],
    seats: [0],
    outcome: { places: [1, 2], scores: [9, 5] },
    ...more,
  }) as unknown as TableCard;
const BROKEN_OFF = card({ outcome: null });

test('whoever the list is of has won, or has not', () => {
  expect(hasWon(card())).toBe(true);
  expect(hasWon(card({ seats: [1] }))).toBe(false);
  expect(hasWon(BROKEN_OFF)).toBe(null);
});

test('around one screen there is nobody else', () => {
  expect(othersAt(card())).toEqual(['Ben']);
  expect(othersAt(card({ seats: [0, 1] }))).toEqual([]);
});

test.each([
  [{}, true],
  [{ game: 'one' }, true],
  [{ game: 'two' }, false],
  [{ other: 'Ben' }, true],
  [{ other: 'Ann' }, false],
  [{ result: 'won' }, true],
  [{ result: 'lost' }, false],
  [{ rated: 'rated' }, false],
  [{ rated: 'unrated' }, true],
  [{ game: 'one', other: 'Ben', result: 'won', rated: 'unrated' }, true],
] as const)('who wants %j sees it: %s', (wish, isSeen) => {
  expect(isWished(card(), wish)).toBe(isSeen);
});

test('of rated games, those that were', () => {
  const rated = card({ terms: { game: 'one', rated: true } });
  expect([isWished(rated, { rated: 'rated' }), isWished(rated, { rated: 'unrated' })]).toEqual([
    true,
    false,
  ]);
});

test('a game that was broken off was neither won nor lost', () => {
  expect([
    isWished(BROKEN_OFF, { result: 'won' }),
    isWished(BROKEN_OFF, { result: 'lost' }),
  ]).toEqual([false, false]);
});
