import { expect, test } from 'vitest';

import { Match } from '../../src/engine/match';
import type { Manifest } from '../../src/engine/wasm-module';
import { rematchOptions } from '../../src/engine/options';
import { rematch } from '../../src/engine/commands';
import type { Opened } from '../../src/lib/wire';
import { begun, BOT, CARD, forfeited, LOCAL_PLAYER, terms, TOY } from '../support/toy-game';

const MANIFEST = TOY.module.manifest as Manifest;

test.each([
  [2, '1+,2+', '2+,1+'],
  [3, '1+,2+,3+', '3+,1+,2+'],
  [4, '1+,2+,0,4+', '4+,1+,2+,0'],
])('passedOn_with_%i_handicaps_moves_each_to_the_next_seat', (players, handicap, expected) => {
  expect(rematchOptions(CARD, MANIFEST, { handicap }, players)).toEqual({ handicap: expected });
});

const nextOf = (options: Record<string, string>, start: string | null = null) => {
  const kept = begun([LOCAL_PLAYER, BOT, LOCAL_PLAYER], terms(3, { options, start }));
  kept.events.push(forfeited(0), forfeited(2));
  const { opened, bots } = rematch(new Match(TOY, CARD, kept));
  return { ...(opened as Opened), bots };
};

test('rematch_of_three_moves_people_bots_and_handicaps_to_the_next_seat', () => {
  const { terms, reserved, bots } = nextOf({ handicap: '1+,2+,3+' });
  expect(terms.options).toEqual({ handicap: '3+,1+,2+' });
  expect(reserved).toEqual(['local', 'local', null]);
  expect(bots).toEqual([{ seat: 2, bot: 'level-1' }]);
});

test('rematch_of_a_game_that_began_in_the_middle_keeps_the_seats', () => {
  const { reserved, bots } = nextOf({}, 'local-other 4');
  expect(reserved).toEqual(['local', null, 'local']);
  expect(bots).toEqual([{ seat: 1, bot: 'level-1' }]);
});
