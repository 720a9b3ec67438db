import { beforeEach, expect, test, vi } from 'vitest';

import { MemoryStore } from '../../src/engine/store';
import { Tables, update } from '../../src/engine/tables';
import { move, resign, undo } from '../../src/engine/commands';
import type { UpdateMessage } from '../../src/lib/wire';
import { begun, BOT, LOCAL_PLAYER, ToyEngines } from '../support/toy-game';

const ID = 'local-toy';

let store: MemoryStore;
let engines: ToyEngines;
let tables: Tables;
let updates: UpdateMessage[];

beforeEach(() => {
  [store, engines, updates] = [new MemoryStore(), new ToyEngines(), []];
  tables = new Tables(store, engines);
  tables.onUpdate = (update) => updates.push(update);
});

const keep = (...seats: (typeof LOCAL_PLAYER)[]) => store.games.set(ID, begun(seats));
const kinds = () => store.games.get(ID)!.events.map(({ kind }) => kind);
const play = (number: number, text: string, id = text) =>
  tables.do(ID, (match) => move(match, number, text, id));
/** Wait until a bot thinks, for the `count`th time. */
const thinking = (count: number) =>
  vi.waitFor(() => expect(engines.asked).toHaveLength(count), { interval: 1 });

/** Let a bot's answer go all the way to the table, and wait until the table has dealt with it. */
async function answer(index: number, action: number): Promise<void> {
  engines.asked[index]!.found(action);
  await new Promise((resolve) => setTimeout(resolve));
  await tables.do(ID, () => []);
}

// --- A store that does not write ---

test('do_when_the_store_has_other_events_reads_the_table_again', async () => {
  keep(LOCAL_PLAYER, LOCAL_PLAYER, LOCAL_PLAYER);
  await play(1, 'add 1');
  vi.spyOn(store, 'append').mockResolvedValueOnce(false);
  await expect(play(2, 'add 2')).rejects.toMatchObject({ code: 'stale' });
  const match = await tables.find(ID);
  expect([match.ply, match.mover]).toEqual([1, 1]);
  expect(updates).toHaveLength(1);
  await play(2, 'add 3');
  expect(kinds().filter((kind) => kind === 'moved')).toHaveLength(2);
  expect((await tables.find(ID)).ply).toBe(2);
});

test('do_when_the_store_fails_keeps_the_table_as_it_was', async () => {
  keep(LOCAL_PLAYER, LOCAL_PLAYER, LOCAL_PLAYER);
  vi.spyOn(store, 'append').mockRejectedValueOnce(new Error('disk'));
  await expect(play(1, 'add 1')).rejects.toThrow('disk');
  expect((await tables.find(ID)).ply).toBe(0);
  await play(1, 'add 2');
  expect((await tables.find(ID)).ply).toBe(1);
});

test('do_handles_one_command_at_a_time_in_the_order_of_arrival', async () => {
  keep(LOCAL_PLAYER, LOCAL_PLAYER, LOCAL_PLAYER);
  const first = play(1, 'add 1');
  const second = play(2, 'add 2');
  const late = play(1, 'add 3');
  await expect(late).rejects.toMatchObject({ code: 'stale' });
  await Promise.all([first, second]);
  expect(updates.map(({ info }) => info.ply)).toEqual([1, 2]);
});

// --- Updates ---

test('update_numbers_its_events_and_moves_as_the_log_does', async () => {
  keep(LOCAL_PLAYER, LOCAL_PLAYER, LOCAL_PLAYER);
  const before = kinds().length;
  await play(1, 'add 1');
  const [{ seq, events, played }] = updates as [UpdateMessage];
  expect(seq).toBe(before + 1);
  expect(events.map((one) => one.seq)).toEqual([before + 1]);
  expect(played?.map((one) => one.seq)).toEqual([before + 1]);
});

test('update_of_several_moves_leaves_out_all_that_were_taken_back', async () => {
  keep(LOCAL_PLAYER, LOCAL_PLAYER, LOCAL_PLAYER);
  await play(1, 'add 1');
  const from = (await tables.find(ID)).seq;
  await play(2, 'add 2');
  await play(3, 'add 3');
  const match = await tables.find(ID);
  const undone = { kind: 'undone', at: 0, moves: 2 } as const;
  match.apply(undone);
  match.kept.events.push(undone);
  expect(update(match, from).played).toEqual([]);
});

// --- Bots that answer late ---

test('a_bot_that_answers_after_an_undo_does_not_move', async () => {
  keep(LOCAL_PLAYER, BOT);
  await play(1, 'add 1');
  await thinking(1);
  await tables.do(ID, undo);
  expect(engines.asked[0]!.signal.aborted).toBe(true);
  await answer(0, 2);
  expect(kinds().filter((kind) => kind === 'moved')).toHaveLength(1);
  expect((await tables.find(ID)).ply).toBe(0);
});

test('a_bot_that_answers_after_an_undo_and_another_move_does_not_move', async () => {
  keep(LOCAL_PLAYER, BOT);
  await play(1, 'add 1');
  await thinking(1);
  await tables.do(ID, undo);
  await play(3, 'add 2');
  await thinking(2);
  await answer(0, 2);
  expect((await tables.find(ID)).ply).toBe(1);
  await answer(1, 0);
  const { game, board } = await tables.find(ID);
  expect(game.standing(board).scores).toEqual([2, 1]);
});

test('a_bot_that_answers_after_the_end_does_not_move', async () => {
  keep(LOCAL_PLAYER, BOT);
  await play(1, 'add 1');
  await thinking(1);
  await tables.do(ID, resign);
  expect(engines.asked[0]!.signal.aborted).toBe(true);
  await answer(0, 2);
  expect(kinds().at(-1)).toBe('forfeited');
});

test('a_bot_moves_once_when_the_table_is_looked_at_while_it_thinks', async () => {
  keep(LOCAL_PLAYER, BOT, BOT);
  await play(1, 'add 1');
  await thinking(1);
  await tables.find(ID);
  await answer(0, 2);
  await thinking(2);
  expect((await tables.find(ID)).ply).toBe(2);
  await answer(1, 1);
  expect((await tables.find(ID)).mover).toBe(0);
});

test('a_bot_that_answers_after_the_table_was_dropped_changes_nothing', async () => {
  keep(LOCAL_PLAYER, BOT);
  await play(1, 'add 1');
  await thinking(1);
  await tables.drop(ID);
  expect(engines.asked[0]!.signal.aborted).toBe(true);
  engines.asked[0]!.found(2);
  await expect(tables.do(ID, () => [])).rejects.toMatchObject({ code: 'not_found' });
  expect(store.games.size).toBe(0);
});

// --- Another tab ---

test('refresh_shows_what_another_tab_has_written', async () => {
  keep(LOCAL_PLAYER, LOCAL_PLAYER, LOCAL_PLAYER);
  await tables.find(ID);
  await new Tables(store, engines).do(ID, (match) => move(match, 1, 'add 1', 'a'));
  await tables.refresh(ID);
  const [{ info, seq, events, played }] = updates as [UpdateMessage];
  expect([info.ply, seq]).toEqual([1, kinds().length]);
  expect(events.map(({ event }) => event.kind)).toEqual(['moved']);
  expect(played?.map((one) => one.move)).toEqual(['add 1']);
  await tables.refresh(ID);
  expect(updates).toHaveLength(1);
});
