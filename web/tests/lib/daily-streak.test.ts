import { expect, test, vi } from 'vitest';

import { daysOf, finishedGames, lastDays, streakOf } from '../../src/lib/daily-streak';
import type { TableCard } from '../../src/lib/wire';

test.each([
  [[], 0],
  [['2026-03-01'], 1],
  [['2026-02-28'], 1], // today may still be played
  [['2026-02-27'], 0],
  [['2026-02-28', '2026-03-01'], 2],
  [['2026-02-26', '2026-02-27', '2026-02-28'], 3],
  [['2026-02-26', '2026-02-28', '2026-03-01'], 2],
  [['2026-03-01', '2026-03-02'], 1],
])('streak_of_%j_up_to_the_first_of_march_is_%i', (days, count) => {
  expect(streakOf(days, '2026-03-01')).toBe(count);
});

test('streak_goes_over_the_end_of_a_year', () => {
  expect(streakOf(['2026-01-01', '2025-12-31', '2025-12-30'], '2026-01-01')).toBe(3);
});

test('lastDays_are_the_oldest_first_with_leap_days', () => {
  expect(lastDays('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(lastDays('2026-03-01', 1)).toEqual(['2026-03-01']);
});

test('daysOf_leaves_out_deals_by_link_and_other_games', () => {
  const card = (day: string | null, deal: string | null) =>
    ({ terms: { day, deal } }) as unknown as TableCard;
  const cards = [
    card('2026-03-01', '2026-03-01-polyssimo'),
    card('2026-03-08', 'abcdefghijkl'),
    card(null, null),
  ];
  expect(daysOf(cards)).toEqual(['2026-03-01']);
});

test('finishedGames_are_the_newest_hundred_and_none_of_a_stranger', async () => {
  const fetch = vi.fn<(path: string) => Promise<Response>>();
  vi.stubGlobal('fetch', fetch);
  fetch.mockResolvedValueOnce(Response.json({ tables: [{ id: 'a' }] }));
  expect(await finishedGames()).toEqual([{ id: 'a' }]);
  expect(fetch.mock.calls[0]![0]).toBe('/api/v1/me/tables?status=over&limit=100');
  fetch.mockResolvedValueOnce(Response.json({ code: 'not_signed_in' }, { status: 401 }));
  expect(await finishedGames()).toEqual([]);
});
