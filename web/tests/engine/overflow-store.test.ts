/** Games that wait in memory while the browser has no room. */
import { beforeEach, expect, test } from 'vitest';

import { OverflowStore } from '../../src/engine/overflow-store';
import { MemoryStore } from '../../src/engine/store';
import type { TableCard, TableEvent } from '../../src/lib/wire';
import { begun, BOT, LOCAL_PLAYER, moved } from '../support/toy-game';

/** A disk that is full on demand. */
class Disk extends MemoryStore {
  isFull = false;
  readonly writes: string[] = [];

  override async add(...given: Parameters<MemoryStore['add']>): Promise<void> {
    if (this.isFull) throw new Error('quota');
    this.writes.push(`add ${given[0].id} ${given[0].events.length}`);
    return super.add(...given);
  }
  override async append(...given: Parameters<MemoryStore['append']>): Promise<boolean> {
    if (this.isFull) throw new Error('quota');
    const [kept, events] = given;
    this.writes.push(`append ${kept.id} ${kept.events.length}+${events.length}`);
    return super.append(...given);
  }
}

const card = (id: string, ply = 0) => ({ id, ply }) as TableCard;
const game = (id: string) => ({ ...begun([LOCAL_PLAYER, BOT]), id });
const FIRST = 4; // events of a game that has begun

let disk: Disk;
let store: OverflowStore;
let held: string[][];

beforeEach(() => {
  [disk, held] = [new Disk(), []];
  store = new OverflowStore(disk);
  store.onHeld = (cards) => held.push(cards.map(({ id, ply }) => `${id}:${ply}`));
});

/** Append moves to the game as the store has it. */
async function append(id: string, ply: number, ...moves: TableEvent[]): Promise<boolean> {
  return store.append((await store.load(id))!, moves, card(id, ply));
}
const stored = async (id: string) => (await store.load(id))?.events.length;
const written = (id: string) => disk.games.get(id)?.events.length;

test('append_with_room_writes_the_new_events_only', async () => {
  await store.add(game('a'), card('a'));
  expect(await append('a', 1, moved(0, 'add 1'))).toBe(true);
  expect(await append('a', 3, moved(1, 'add 1'), moved(0, 'add 2'))).toBe(true);
  expect(disk.writes).toEqual(['add a 4', 'append a 4+1', 'append a 5+2']);
  expect([written('a'), held]).toEqual([FIRST + 3, []]);
});

test('append_without_room_keeps_the_game_and_writes_all_of_it_later', async () => {
  await store.add(game('a'), card('a'));
  disk.isFull = true;
  expect(await append('a', 1, moved(0, 'add 1'))).toBe(true);
  expect(await append('a', 2, moved(1, 'add 1'))).toBe(true);
  expect([await stored('a'), written('a')]).toEqual([FIRST + 2, FIRST]);
  expect(held).toEqual([['a:1'], ['a:2']]);
  disk.isFull = false;
  expect(await append('a', 3, moved(0, 'add 3'))).toBe(true);
  expect(disk.writes.at(-1)).toBe('append a 4+3');
  expect([await stored('a'), written('a'), held.at(-1)]).toEqual([FIRST + 3, FIRST + 3, []]);
  expect(disk.cards.get('a')).toEqual(card('a', 3));
});

test('a_game_that_never_was_on_the_disk_is_added_there', async () => {
  disk.isFull = true;
  await store.add(game('a'), card('a'));
  await append('a', 1, moved(0, 'add 1'));
  expect(written('a')).toBe(undefined);
  disk.isFull = false;
  await append('a', 2, moved(1, 'add 1'));
  expect(disk.writes).toEqual(['add a 6']);
  await append('a', 3, moved(0, 'add 1'));
  expect(disk.writes.at(-1)).toBe('append a 6+1');
});

test('append_after_another_window_has_added_is_refused_though_there_was_no_room', async () => {
  await store.add(game('a'), card('a'));
  disk.isFull = true;
  await append('a', 1, moved(0, 'add 1'));
  disk.games.get('a')!.events.push(moved(0, 'add 2'));
  disk.isFull = false;
  expect(await append('a', 2, moved(1, 'add 1'))).toBe(false);
  expect([await stored('a'), held.at(-1)]).toEqual([FIRST + 1, []]);
});

test('drop_of_one_game_makes_room_for_the_others', async () => {
  disk.isFull = true;
  for (const id of ['a', 'b']) await store.add(game(id), card(id));
  expect(held).toEqual([['a:0'], ['a:0', 'b:0']]);
  disk.isFull = false;
  await store.drop('a');
  expect(held[2]).toEqual(['b:0']);
  expect(await append('b', 1, moved(0, 'add 1'))).toBe(true);
  expect([written('a'), written('b'), held.at(-1)]).toEqual([undefined, FIRST + 1, []]);
  expect(await store.load('a')).toBe(undefined);
});

test('load_of_a_held_game_is_a_copy', async () => {
  disk.isFull = true;
  await store.add(game('a'), card('a'));
  (await store.load('a'))!.events.push(moved(0, 'add 1'));
  expect(await stored('a')).toBe(FIRST);
});

test('a_store_in_memory_keeps_what_it_was_given_and_the_number_of_events', async () => {
  const kept = game('a');
  await disk.add(kept, card('a'));
  kept.events.push(moved(0, 'add 1'));
  expect(written('a')).toBe(FIRST);
  expect(await disk.append(kept, [moved(1, 'add 1')], card('a', 1))).toBe(false);
  expect(await disk.append(game('a'), [moved(0, 'add 1')], card('a', 1))).toBe(true);
  expect(await disk.append(game('b'), [moved(0, 'add 1')], card('b', 1))).toBe(false);
  await disk.drop('a');
  expect([disk.games.size, disk.cards.size]).toEqual([0, 0]);
});
