/** Results of the reader against the bots. */
import { expect, test } from 'vitest';

import { levelOf, recordsOf } from '../../src/lib/bot-records';
import type { TableCard } from '../../src/lib/wire';

const card = (
  chairs: (string | null)[],
  seats: number[],
  places: number[] | null = null,
  game = 'toy',
) =>
  ({
    ...{ chairs, seats, terms: { game } },
    outcome: places && { places, scores: places },
  }) as unknown as TableCard;

test.each([
  [['Me', 'level-3'], [0], 3],
  [['level-8', 'Me', 'level-8'], [1], 8],
  [['Me', 'level-3', 'level-4'], [0], null],
  [['Me', 'Ann'], [0], null],
  [['Me', 'Me', 'level-3'], [0, 1], null], // hot seat
  [['Me', 'level-3'], [], null],
  [['Me', 'level-10'], [0], null],
  [['Me', 'a level-3'], [0], null],
  [['Me', 'random'], [0], null],
  [['Me', null], [0], null],
  [['Me'], [0], null],
])('levelOf_%j_with_the_seats_%j_is_%s', (chairs, seats, level) => {
  expect(levelOf(card(chairs, seats))).toBe(level);
});

test('recordsOf_counts_finished_games_of_one_kind_by_level', () => {
  const played = [
    card(['Me', 'level-3'], [0], [1, 2]),
    card(['level-3', 'Me'], [1], [1, 2]),
    card(['level-3', 'Me', 'level-3'], [1], [2, 1, 3]),
    card(['level-3', 'Me', 'level-3'], [1], [1, 2, 3]), // to be second is to lose
    card(['Me', 'level-5'], [0], [2, 1]),
    card(['Me', 'level-5'], [0], null),
    card(['Me', 'level-5'], [0], [1, 2], 'other'),
    card(['Me', 'Ann'], [0], [1, 2]),
  ];
  expect(recordsOf(played, 'toy' as never)).toEqual({
    3: { won: 2, lost: 2 },
    5: { won: 0, lost: 1 },
  });
  expect(recordsOf([], 'toy' as never)).toEqual({});
});
