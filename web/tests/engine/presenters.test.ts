/** Views of a local game: by whose eyes, from which ply, and what stays hidden. */
import { expect, test } from 'vitest';

import { Match } from '../../src/engine/match';
import {
  cardOf,
  describe as describeTable,
  describeHistory,
  look,
  recount,
  showPly,
} from '../../src/engine/presenters';
import type { Occupant } from '../../src/lib/wire';
import { begun, BOT, CARD, forfeited, LOCAL_PLAYER, moved, TOY } from '../support/toy-game';

/** The toy game, in which a view is told by its last number: the seat that sees, or 9 for a spectator. */
const GAME = Object.assign(Object.create(TOY) as typeof TOY, {
  view: (state: Uint8Array, seat: number | null) =>
    Uint8Array.from([...state.slice(0, 8), seat ?? 9]),
  scene: (seen: Uint8Array) => ({ ply: seen[0], eyes: seen[8] ?? 'open' }),
  effect: (seen: Uint8Array, action: number) => ({
    ...{ move: `add ${action + 1}`, seat: seen[1] },
    eyes: seen[8] ?? 'open',
  }),
});
const MOVES = ['add 1', 'add 2', 'add 3', 'add 1'];

function played(seats: Occupant[], moves = MOVES, quitters: number[] = []): Match {
  const kept = begun(seats);
  moves.forEach((move, ply) => kept.events.push(moved(ply % seats.length, move)));
  for (const seat of quitters) kept.events.push(forfeited(seat));
  return new Match(GAME, CARD, kept);
}

const MINE = [BOT, LOCAL_PLAYER, LOCAL_PLAYER];

test.each([
  [0, 1, null], // the bot's turn: the first own seat, without its moves
  [1, 1, 3],
  [2, 2, 3],
  [3, 1, null],
])('look_after_%i_moves_is_by_the_eyes_of_seat_%i', (count, seat, moves) => {
  const view = look(played(MINE, MOVES.slice(0, count)))!;
  expect([view.seat, view.scene, view.moves?.length ?? null]).toEqual([
    seat,
    { ply: count, eyes: seat },
    moves,
  ]);
  expect([view.ply, view.mover, view.number, view.is_over]).toEqual([
    count,
    count % 3,
    count + 1,
    false,
  ]);
});

test('look_at_a_finished_game_is_open_and_before_the_deal_there_is_nothing', () => {
  const match = played(MINE, MOVES, [1, 2]);
  expect(look(match)).toMatchObject({ seat: 1, scene: { ply: 4, eyes: 'open' }, moves: null });
  const kept = begun(MINE);
  kept.events.pop();
  expect(look(new Match(GAME, CARD, kept))).toBe(null);
});

test('recount_of_the_last_moves_has_their_plies_and_seats', () => {
  const found = recount(played(MINE), 2, 1, false);
  expect(found).toEqual([
    { ply: 2, seat: 2, move: 'add 3', effect: { move: 'add 3', seat: 2, eyes: 1 } },
    { ply: 3, seat: 0, move: 'add 1', effect: { move: 'add 1', seat: 0, eyes: 1 } },
  ]);
});

test.each([
  [0, null, 0, null, 'add 1'], // seat 0's turn: nothing to choose for own seats
  [1, null, 1, 3, 'add 2'],
  [2, 2, 2, 3, 'add 3'],
  [2, 1, 2, null, 'add 3'],
  [4, null, 1, 3, null], // now
])('showPly_%i_of_a_running_game_for_%s', (ply, asked, mover, legal, move) => {
  const found = showPly(played(MINE), ply, asked);
  const eyes = asked ?? 1;
  expect(found).toMatchObject({ seat: eyes, ply, first: 0, plies: 4, mover, move });
  expect(found.scene).toEqual({ ply, eyes });
  expect(found.legal?.length ?? null).toBe(legal);
  expect(found.effect).toEqual(move && { move, seat: mover, eyes });
});

test.each([
  [null, null, 'open', 3],
  [0, 0, 0, null],
  [2, 2, 2, 3],
])('showPly_of_a_finished_game_for_%s_is_as_asked', (asked, seat, eyes, legal) => {
  const found = showPly(played(MINE, MOVES, [1, 2]), 2, asked);
  expect([found.seat, found.scene, found.legal?.length ?? null]).toEqual([
    seat,
    { ply: 2, eyes },
    legal,
  ]);
});

test('showPly_of_a_foreign_seat_or_a_ply_that_is_not_there_is_refused', () => {
  const match = played(MINE);
  expect(() => showPly(match, 1, 0)).toThrow('expected a seat of yours until all is open; found 0');
  for (const ply of [-1, 5])
    expect(() => showPly(match, ply, null)).toThrow(`ply: expected up to 4; found ${ply}`);
  expect(() => describeHistory(match, 0)).toThrow('seat of yours');
});

test('describeHistory_counts_from_the_first_ply_of_a_game_that_began_in_the_middle', () => {
  const kept = begun(MINE);
  kept.start = GAME.after(GAME.after(GAME.deal(1n, 3, []), 0), 0);
  kept.events.push(moved(2, 'add 2'));
  const match = new Match(GAME, CARD, kept);
  const found = describeHistory(match, null);
  expect([found.first, found.plies, found.played.map(({ ply, seat }) => [ply, seat])]).toEqual([
    2,
    3,
    [[2, 2]],
  ]);
  expect(showPly(match, 2, null)).toMatchObject({ ply: 2, first: 2, plies: 3, move: 'add 2' });
  expect(() => showPly(match, 1, null)).toThrow('ply');
  expect(match.ply).toBe(3);
});

test('describe_tells_the_seed_of_a_finished_game_only', () => {
  const running = describeTable(played(MINE));
  expect(running).not.toHaveProperty('shuffle');
  expect(running).not.toHaveProperty('outcome');
  expect([running.status, running.mover, running.ply, running.number]).toEqual([
    'running',
    1,
    4,
    5,
  ]);
  const over = describeTable(played(MINE, MOVES, [2, 1]));
  expect(over.shuffle).toEqual({ secret: '', salts: [], seed: '1' });
  expect(over.outcome).toEqual({ scores: [2, 2, 3], places: [1, 2, 3] });
  expect(over.mover).toBe(null);
});

test('describe_names_who_a_free_seat_is_kept_for', () => {
  const kept = begun([LOCAL_PLAYER, BOT]);
  kept.events = [{ ...kept.events[0]!, reserved: ['local', null] } as (typeof kept.events)[0]];
  expect(describeTable(new Match(GAME, CARD, kept)).chairs).toEqual([{ kept_for: 'local' }, {}]);
  kept.events.push({ kind: 'sat', at: 1, seat: 0, who: LOCAL_PLAYER, salt: '' });
  expect(describeTable(new Match(GAME, CARD, kept)).chairs[0]).toEqual({ who: LOCAL_PLAYER });
});

test.each([
  [0, false],
  [1, true],
  [2, true],
])('cardOf_after_%i_moves_says_whether_it_is_my_turn', (count, is_my_turn) => {
  const card = cardOf(played(MINE, MOVES.slice(0, count)));
  expect(card).toMatchObject({
    ...{ id: 'local-toy', status: 'running', host: 'local', ply: count, seats: [1, 2] },
    ...{ is_my_turn, created: 1, outcome: null },
    chairs: ['level-1', 'Me', 'Me'],
  });
});

test('cardOf_a_seat_that_gave_up_has_no_turn', () => {
  expect(cardOf(played(MINE, MOVES.slice(0, 1), [1])).is_my_turn).toBe(false);
  expect(cardOf(played(MINE, MOVES.slice(0, 2), [1])).is_my_turn).toBe(true);
  expect(cardOf(played(MINE, MOVES, [1, 2]))).toMatchObject({ is_my_turn: false, status: 'over' });
});
