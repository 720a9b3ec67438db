/** Requests of the page to its worker: tables, plies, records, and the next game. */
import { beforeEach, expect, test } from 'vitest';

import { packState } from '../../src/engine/base64';
import { LocalApi } from '../../src/engine/local-api';
import { study } from '../../src/engine/sandbox';
import { MemoryStore } from '../../src/engine/store';
import { Tables } from '../../src/engine/tables';
import type { Engine } from '../../src/engine/engines';
import type { Occupant, TableEvent } from '../../src/lib/wire';
import { begun, BOT, forfeited, LOCAL_PLAYER, moved, TOY, ToyEngines } from '../support/toy-game';

const ID = 'local-toy';
const GAME = 'toy' as never;

let store: MemoryStore;
let api: LocalApi;

beforeEach(() => {
  store = new MemoryStore();
  api = new LocalApi(new Tables(store, new ToyEngines()));
});

function keep(seats: Occupant[], ...more: TableEvent[]): void {
  const kept = begun(seats);
  kept.events.push(...more);
  store.games.set(ID, kept);
}
const THREE = [LOCAL_PLAYER, BOT, LOCAL_PLAYER];
const MOVES = [moved(0, 'add 1'), moved(1, 'add 2'), moved(2, 'add 3'), moved(0, 'add 2')];
const end = [forfeited(0), forfeited(2)];

// --- Opening ---

test('openTable_seats_bots_and_the_player_on_the_first_free_seat', async () => {
  const bots = [{ seat: 0, bot: 'random' }];
  const { info, view } = await api.openTable({ game: GAME, players: 3, bots, name: 'Ann' });
  expect(info.chairs.map(({ who }) => who?.name)).toEqual(['random', 'Ann', undefined]);
  expect([info.status, view, info.terms.players, info.seq]).toEqual(['open', null, 3, 3]);
  const away = await api.openTable({ game: GAME, players: 2, bots, sit: false, name: 'Ann' });
  expect(away.info.chairs.map(({ who }) => who?.kind)).toEqual(['bot', undefined]);
});

test('openTable_has_no_clock_no_chat_and_no_rating', async () => {
  const request = { game: GAME, players: 3, options: { handicap: '1,0,0' }, name: 'Ann' };
  const { info } = await api.openTable(request);
  expect(info.terms).toEqual({
    ...{ game: 'toy', players: 3, options: { handicap: '1+,0,0' }, clock: { kind: 'none' } },
    ...{ rated: false, talk: false, stand_in: 'random', grace: null },
    ...{ start: null, day: null, deal: null },
  });
  const [opened] = store.games.get(info.id)!.events;
  expect(opened).toMatchObject({
    ...{ kind: 'opened', host: 'local', reserved: [null, null, null] },
    ...{ chance: 'seed', quick: false, commitment: '' },
  });
});

test.each([1, 5])('openTable_for_%i_is_refused', async (players) => {
  const request = { game: GAME, players, name: 'Ann' };
  await expect(api.openTable(request)).rejects.toMatchObject({ code: 'invalid_option' });
  expect(store.games.size).toBe(0);
});

test('openTable_with_two_bots_on_one_seat_opens_nothing', async () => {
  const bots = [0, 0].map((seat) => ({ seat, bot: 'random' }));
  const done = api.openTable({ game: GAME, players: 3, bots, name: 'Ann' });
  await expect(done).rejects.toMatchObject({ code: 'seat_taken' });
  expect(store.games.size).toBe(0);
});

test.each([
  [0, 0],
  [2, 2],
  [3, 0],
])('openTable_from_ply_%i_goes_on_from_there', async (ply, mover) => {
  keep(THREE, ...MOVES, ...end);
  const start = { table: ID, ply, seat: 0 } as never;
  const { info } = await api.openTable({ game: GAME, players: 3, start, name: 'Ann' });
  expect(info.terms.start).toBe(`${ID} ${ply}`);
  expect(store.games.get(info.id)!.start![1]).toBe(mover);
  expect(store.games.get(info.id)!.start![0]).toBe(ply);
});

test.each([
  [5, 'invalid_option'],
  [-1, 'invalid_option'],
])('openTable_from_ply_%i_is_refused', async (ply, code) => {
  keep(THREE, ...MOVES, ...end);
  const start = { table: ID, ply, seat: 0 } as never;
  const done = api.openTable({ game: GAME, players: 3, start, name: 'Ann' });
  await expect(done).rejects.toMatchObject({ code });
});

test('openTable_from_a_running_game_is_refused', async () => {
  keep(THREE, ...MOVES);
  const start = { table: ID, ply: 1, seat: 0 } as never;
  const done = api.openTable({ game: GAME, players: 3, start, name: 'Ann' });
  await expect(done).rejects.toMatchObject({ code: 'not_over' });
});

// --- Moves, states, records ---

test('getState_is_for_the_player_to_move', async () => {
  keep([LOCAL_PLAYER, LOCAL_PLAYER], moved(0, 'add 1'));
  const { number, state, game } = await api.getState({ table: ID });
  expect([number, game]).toEqual([2, 'toy']);
  expect(state).toBe(packState(TOY.after(TOY.deal(1n, 2, []), 0)));
});

test('getStates_has_all_positions_of_a_finished_game_only', async () => {
  keep(THREE, ...MOVES);
  await expect(api.getStates({ table: ID })).rejects.toMatchObject({ code: 'hidden' });
  store = new MemoryStore();
  api = new LocalApi(new Tables(store, new ToyEngines()));
  keep(THREE, ...MOVES, ...end);
  const { states, first } = await api.getStates({ table: ID });
  expect([states.length, first]).toEqual([5, 0]);
  expect(states[0]).toBe(packState(TOY.deal(1n, 3, [])));
});

test('a_table_that_has_not_begun_has_no_moves', async () => {
  const { info } = await api.openTable({ game: GAME, players: 2, name: 'Ann' });
  const table = info.id;
  await expect(api.getHistory({ table, seat: null })).rejects.toMatchObject({
    code: 'not_running',
  });
  await expect(api.getPly({ table, ply: 0, seat: null })).rejects.toMatchObject({
    code: 'not_running',
  });
  await expect(api.start({ table })).rejects.toMatchObject({ code: 'seats_free' });
  await expect(api.getTable({ table: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  await api.dropTable({ table });
  await expect(api.getTable({ table })).rejects.toMatchObject({ code: 'not_found' });
});

// --- The next game ---

test('rematch_twice_at_the_same_time_is_one_table', async () => {
  keep(THREE, ...MOVES, ...end);
  const [one, other] = await Promise.all([api.rematch({ table: ID }), api.rematch({ table: ID })]);
  expect(one.info.id).toBe(other.info.id);
  const third = await api.rematch({ table: ID });
  expect(third.info.id).toBe(one.info.id);
  expect([...store.games.keys()].sort()).toEqual([ID, one.info.id].sort());
  expect(store.games.get(ID)!.events.filter(({ kind }) => kind === 'rematched')).toHaveLength(1);
  expect(one.info.chairs.map(({ who, kept_for }) => who?.kind ?? kept_for)).toEqual([
    'local', // seat 2's player moves on to seat 0
    'local',
    'bot',
  ]);
});

test('rematch_of_a_running_game_is_refused', async () => {
  keep(THREE, ...MOVES);
  await expect(api.rematch({ table: ID })).rejects.toMatchObject({ code: 'not_over' });
});

// --- Positions that the page brings along ---

const ENGINE = {
  game: Object.assign(Object.create(TOY) as typeof TOY, { module: { manifest: { state: 8 } } }),
  listed: { positions: { 'lesson 1': packState(TOY.deal(1n, 3, [])) } },
} as unknown as Engine;

test('study_plays_moves_and_previews_what_comes_next', () => {
  const task = { position: 'lesson 1', moves: ['add 1', 'add 3'], preview: ['add 2', 'add 9'] };
  const found = study(ENGINE, task as never);
  expect([found.mover, found.is_over, found.legal]).toEqual([
    2,
    false,
    ['add 1', 'add 2', 'add 3'],
  ]);
  expect(found.played.map(({ ply, seat, move }) => [ply, seat, move])).toEqual([
    [0, 0, 'add 1'],
    [1, 1, 'add 3'],
  ]);
  expect(found.effects[0]).toEqual({ move: 'add 2', seat: 2 });
  expect(found.effects[1]).toMatchObject({ move: 'add 9', illegal: { code: 'illegal_move' } });
});

test('study_takes_a_packed_state_and_refuses_a_text_or_an_illegal_move', () => {
  const position = packState(TOY.after(TOY.deal(1n, 3, []), 0));
  expect(study(ENGINE, { position } as never).mover).toBe(1);
  expect(() => study(ENGINE, { position: 'game: toy\nheap: 3' } as never)).toThrow('of a lesson');
  expect(() => study(ENGINE, { position, moves: ['add 4'] } as never)).toThrow('found add 4');
});
