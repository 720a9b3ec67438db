import { expect, test } from 'vitest';

import { Match } from '../../src/engine/match';
import { begun, BOT, CARD, forfeited, LOCAL_PLAYER, moved, TOY } from '../support/toy-game';

const matchOf = (players: number): Match => {
  const seats = new Array<typeof LOCAL_PLAYER>(players).fill(LOCAL_PLAYER);
  return new Match(TOY, CARD, begun(seats));
};

function applyAll(match: Match, events: Parameters<Match['apply']>[0][]): Match {
  for (const event of events) match.apply(event);
  return match;
}

test('outcome_of_four_with_two_forfeits_ranks_the_first_to_resign_last', () => {
  const match = applyAll(matchOf(4), [
    moved(0, 'add 3'),
    moved(1, 'add 2'),
    moved(2, 'add 3'),
    moved(3, 'add 1'),
    forfeited(2),
    forfeited(0),
    forfeited(1),
  ]);
  expect(match.isOver).toBe(true);
  expect(match.outcome?.scores).toEqual([3, 2, 3, 1]);
  expect(match.outcome?.places).toEqual([3, 2, 4, 1]);
});

test('outcome_of_three_with_one_forfeit_ranks_the_others_by_score', () => {
  const match = applyAll(matchOf(3), [moved(0, 'add 1'), moved(1, 'add 3'), forfeited(2)]);
  expect(match.isOver).toBe(false);
  for (let ply = 2; !match.isOver; ply++) match.apply(moved(ply % 3, 'add 1'));
  expect(match.outcome?.scores).toEqual([4, 6, 4]);
  expect(match.outcome?.places).toEqual([2, 1, 3]);
});

test('apply_undone_with_three_players_gives_the_turn_back_to_who_moved', () => {
  const match = applyAll(matchOf(3), [moved(0, 'add 1'), moved(1, 'add 2')]);
  match.apply({ kind: 'undone', at: 4, moves: 1 });
  expect([match.mover, match.ply, match.number]).toEqual([1, 1, 4]);
  expect(match.movers).toEqual([0]);
});

test('forfeit_of_the_last_person_among_three_ends_the_game', () => {
  const match = applyAll(new Match(TOY, CARD, begun([LOCAL_PLAYER, BOT, BOT])), [
    moved(0, 'add 1'),
  ]);
  match.apply(forfeited(0));
  expect(match.isOver).toBe(true);
  const shared = new Match(TOY, CARD, begun([LOCAL_PLAYER, BOT, LOCAL_PLAYER]));
  shared.apply(forfeited(0));
  expect([shared.isOver, shared.botToMove]).toEqual([false, 'random']);
});

test('a_seat_with_a_stand_in_is_played_by_its_new_owner', () => {
  const match = applyAll(matchOf(3), [{ kind: 'taken_over', at: 3, seat: 0 }]);
  expect(match.botToMove).toBe('random');
  const who = { kind: 'person', id: 'local', name: 'Other' } as const;
  match.apply({ kind: 'handed_over', at: 4, seat: 0, who, by: 'owner' });
  expect(match.botToMove).toBe(null);
});

test('a_seat_that_is_left_stays_reserved_and_an_empty_one_that_is_freed_does_not', () => {
  const kept = begun([LOCAL_PLAYER, BOT]);
  const [opened] = kept.events;
  kept.events = [
    { ...opened!, reserved: ['local', 'other'] } as (typeof kept.events)[0],
    { kind: 'sat', at: 1, seat: 0, who: LOCAL_PLAYER, salt: '' },
    { kind: 'stood', at: 2, seat: 0 },
  ] as typeof kept.events;
  const match = new Match(TOY, CARD, kept);
  expect([match.reserved, match.chairs[0]]).toEqual([['local', 'other'], {}]);
  match.apply({ kind: 'stood', at: 3, seat: 1 });
  expect(match.reserved).toEqual(['local', null]);
});
