/** Local games as records. */
import { expect, test } from 'vitest';

import { Match } from '../../src/engine/match';
import { formatRecord } from '../../src/engine/record';
import type { Occupant } from '../../src/lib/wire';
import { begun, BOT, CARD, forfeited, LOCAL_PLAYER, moved, terms, TOY } from '../support/toy-game';

const person = (name: string): Occupant => ({ kind: 'person', id: 'local', name });

function played(seats: Occupant[], moves: string[], quitters: number[], options = {}): Match {
  const kept = begun(seats, terms(seats.length, { options }));
  kept.seed = '18446744073709551615';
  moves.forEach((move, ply) => kept.events.push(moved(ply % seats.length, move)));
  for (const seat of quitters) kept.events.push(forfeited(seat));
  return new Match(TOY, CARD, kept);
}

test('formatRecord_of_three_with_forfeits_has_them_in_order_and_places_by_seat', () => {
  const seats = [person('Ann  Lee'), BOT, person('Боб')];
  const match = played(seats, ['add 3', 'add 1', 'add 2', 'add 2'], [2, 0], { handicap: '1+,0,0' });
  expect(formatRecord(match)).toBe(
    [
      '# played on one device, without a server',
      'tilewright: record 1',
      'game: toy',
      'players: 3',
      'options: handicap=1+,0,0',
      'seed: 18446744073709551615',
      'seats: Ann_Lee level-1 seat-2',
      'moves:',
      ...['  1. add 3', '  2. add 1', '  3. add 2', '  4. add 2'],
      'forfeits: 2 resigned, 0 resigned',
      'result: 5 1 2',
      'places: 2 1 3',
      '',
    ].join('\n'),
  );
});

test('formatRecord_of_a_game_to_its_end_has_no_places', () => {
  const moves = Array.from({ length: 12 }, (_, ply) => `add ${1 + (ply % 3)}`);
  const lines = formatRecord(played([LOCAL_PLAYER, person('_a b_')], moves, [])).split('\n');
  expect(lines.slice(4, 8)).toEqual([
    'options: none',
    'seed: 18446744073709551615',
    'seats: Me a_b',
    'moves:',
  ]);
  expect(lines.slice(-3)).toEqual([' 12. add 3'.padStart(11), 'result: 12 12', ''].map(String));
});

test('formatRecord_without_a_move_says_so', () => {
  const lines = formatRecord(played([LOCAL_PLAYER, BOT], [], [0])).split('\n');
  expect(lines.slice(7)).toEqual([
    'moves: none',
    'forfeits: 0 resigned',
    'result: 0 0',
    'places: 2 1',
    '',
  ]);
});

test.each([1, undefined])('formatRecord_names_the_version_of_a_bot_from_2_on', (version) => {
  const bot = (given?: number): Occupant => ({
    ...{ kind: 'bot', name: 'level-8' },
    ...(given ? { version: given } : {}),
  });
  const text = formatRecord(played([LOCAL_PLAYER, bot(version), bot(2)], [], [0]));
  expect(text).toContain('seats: Me level-8 level-8@2\n');
});

test('formatRecord_of_a_running_game_or_one_from_the_middle_is_refused', () => {
  expect(() => formatRecord(played([LOCAL_PLAYER, BOT], ['add 1'], []))).toThrow('is over');
  const kept = begun([LOCAL_PLAYER, BOT]);
  kept.start = TOY.deal(1n, 2, []);
  kept.events.push(forfeited(0));
  expect(() => formatRecord(new Match(TOY, CARD, kept))).toThrow('began in the middle');
});
