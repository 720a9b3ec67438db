import { beforeEach, expect, test } from 'vitest';

import { SocketSession } from '../../src/engine/socket-session';
import { MemoryStore } from '../../src/engine/store';
import { Tables } from '../../src/engine/tables';
import type { ServerMessage } from '../../src/lib/wire';
import { begun, LOCAL_PLAYER, ToyEngines } from '../support/toy-game';

const ID = 'local-toy';

let said: ServerMessage[];
let talk: SocketSession;

beforeEach(() => {
  const store = new MemoryStore();
  store.games.set(ID, begun([LOCAL_PLAYER, LOCAL_PLAYER]));
  const tables = new Tables(store, new ToyEngines());
  said = [];
  talk = new SocketSession(tables, (message) => said.push(message));
  tables.onUpdate = (update) => talk.tell(update);
});

const types = () => said.map(({ type }) => type);
const move = (number: number, ref: number) =>
  talk.take({ type: 'move', table: ID, number, move: 'add 1', move_id: `m${ref}`, ref });

test('a_move_on_an_old_position_is_answered_with_the_present_one', async () => {
  await move(1, 1);
  said.length = 0;
  await move(1, 2);
  expect(types()).toEqual(['update', 'error']);
  expect(said[0]).toMatchObject({ table: ID, info: { ply: 1 }, events: [] });
  expect(said[1]).toMatchObject({ ref: 2, code: 'stale' });
});

test('a_move_that_is_not_legal_is_refused_without_an_update', async () => {
  await talk.take({ type: 'move', table: ID, number: 1, move: 'add 9', move_id: 'm', ref: 1 });
  expect(types()).toEqual(['error']);
  expect(said[0]).toMatchObject({ code: 'illegal_move' });
});

test('updates_are_sent_from_subscribe_to_unsubscribe', async () => {
  await talk.take({ type: 'subscribe', table: ID, ref: 1 });
  expect(types()).toEqual(['update', 'presence', 'ack']);
  said.length = 0;
  await move(1, 2);
  expect(types()).toEqual(['update', 'ack']);
  await talk.take({ type: 'unsubscribe', table: ID, ref: 3 });
  said.length = 0;
  await move(2, 4);
  expect(types()).toEqual(['ack']);
});

// --- Previews, and what this device cannot do ---

const preview = (number: number, moves: string[]) =>
  talk.take({ type: 'preview', table: ID, number, moves, ref: 9 });

test('preview_has_an_effect_or_a_reason_for_each_move', async () => {
  await preview(1, ['add 3', 'add 9']);
  expect(said).toMatchObject([
    {
      type: 'preview',
      table: ID,
      number: 1,
      ref: 9,
      effects: [{ move: 'add 3' }, { illegal: {} }],
    },
  ]);
});

test('preview_of_an_old_position_is_answered_with_the_present_one', async () => {
  await move(1, 1);
  said.length = 0;
  await preview(1, ['add 3']);
  expect(types()).toEqual(['update', 'error']);
  expect(said[1]).toMatchObject({ code: 'stale', ref: 9 });
});

test('begin_forgets_what_was_subscribed', async () => {
  await talk.take({ type: 'subscribe', table: ID, ref: 1 });
  talk.begin();
  expect(said.at(-1)).toMatchObject({ type: 'welcome', person: 'local', name: null });
  said.length = 0;
  await move(1, 2);
  expect(types()).toEqual(['ack']);
  expect(said[0]).toMatchObject({ seq: 5, ref: 2 });
});

test('subscribe_tells_the_events_since_a_number', async () => {
  await move(1, 1);
  said.length = 0;
  await talk.take({ type: 'subscribe', table: ID, since: 3, ref: 1 });
  expect(said[0]).toMatchObject({ seq: 5, events: [{ seq: 4 }, { seq: 5 }] });
});

test.each([
  [{ type: 'ask', what: 'pause' }, 'refused'],
  [{ type: 'say', text: 'hi' }, 'refused'],
  [{ type: 'ask', what: 'undo' }, 'nothing_to_undo'],
])('%j_is_answered_with_%s', async (message, code) => {
  await talk.take({ ...message, table: ID, ref: 4 } as never);
  expect(said).toMatchObject([{ type: 'error', table: ID, ref: 4, code }]);
});

test('ping_is_answered_though_there_is_no_table', async () => {
  await talk.take({ type: 'ping', ref: 'x' });
  expect(said).toMatchObject([{ type: 'pong', ref: 'x' }]);
  await talk.take({ type: 'subscribe', table: 'other', ref: 2 });
  expect(said[1]).toMatchObject({ type: 'error', code: 'not_found', table: 'other' });
});
