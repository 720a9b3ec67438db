/** Ratings at the seats. */
import { beforeEach, expect, test, vi } from 'vitest';

import type { Occupant, Terms } from '../../src/lib/wire';

const get = vi.hoisted(() => vi.fn());
vi.mock('../../src/lib/api', () => ({ get }));

const ANN: Occupant = { kind: 'person', id: 'a/n', name: 'Ann' };
const BOT: Occupant = { kind: 'bot', name: 'level-3' };
const terms = (game: string, players: number) => ({ game, players }) as Terms;

beforeEach(() => {
  get.mockReset();
  vi.resetModules();
});
const fresh = async () => (await import('../../src/lib/ratings.svelte')).ratings;

test('a_rating_is_of_one_game_and_number_of_players', async () => {
  get.mockResolvedValueOnce([
    { game: 'toy', players: 2, mu: 25.34, games: 3 },
    { game: 'toy', players: 3, mu: 20, games: 1 },
    { game: 'other', players: 2, mu: 99, games: 0 }, // never rated
  ]);
  const ratings = await fresh();
  ratings.need(ANN);
  ratings.need(ANN);
  await vi.waitFor(() => expect(ratings.of(ANN, terms('toy', 2))).toBe('25.3'));
  expect(get.mock.calls).toEqual([['/people/a%2Fn/ratings']]);
  expect(ratings.of(ANN, terms('toy', 3))).toBe('20.0');
  expect(ratings.of(ANN, terms('other', 2))).toBe(null);
  expect(ratings.of(ANN, terms('toy', 4))).toBe(null);
  expect(ratings.of(BOT, terms('toy', 2))).toBe(null);
  expect(ratings.of(undefined, terms('toy', 2))).toBe(null);
});

test('ratings_that_could_not_be_fetched_are_asked_for_again', async () => {
  get.mockRejectedValueOnce(new Error('offline'));
  get.mockResolvedValueOnce([{ game: 'toy', players: 2, mu: 0, games: 9 }]);
  const ratings = await fresh();
  ratings.need(BOT);
  await vi.waitFor(() => {
    ratings.need(BOT);
    expect(get).toHaveBeenCalledTimes(2);
  });
  await vi.waitFor(() => expect(ratings.of(BOT, terms('toy', 2))).toBe('0.0'));
  expect(get.mock.calls[1]).toEqual(['/people/bot%3Alevel-3/ratings']);
});
