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
