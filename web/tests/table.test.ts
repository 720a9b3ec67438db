import { expect, test, vi } from 'vitest';

import type { LiveSocket } from '../src/lib/socket.svelte';
import { grown, Table } from '../src/lib/table.svelte';
import type { Numbered, Played, TableInfo, UpdateMessage, View } from '../src/lib/wire';

const played = (ply: number, move = `m${ply}`): Played => ({
  ply,
  seat: ply % 2,
  move,
  effect: { move, kind: 'take', seat: ply % 2, next: null, ends: false },
});

const info = (ply: number, seq: number) =>
  ({ ply, seq, number: ply, status: 'running' }) as TableInfo;

function update(ply: number, seq: number, more: Partial<UpdateMessage> = {}): UpdateMessage {
  const view = { number: ply, ply } as View;
  return { type: 'update', table: 't', seq, events: [], info: info(ply, seq), view, ...more };
}

/** A socket that answers at once. */
function tableWith(request: (message: Record<string, unknown>) => unknown): Table {
  const socket = {
    request: (message: Record<string, unknown>) => Promise.resolve(request(message)),
  };
  return new Table('t', null, socket as unknown as LiveSocket);
}

test('a story grows by what was played', () => {
  const story = grown([played(0)], [played(1), played(2)], 3);
  expect(story.map(({ ply }) => ply)).toEqual([0, 1, 2]);
});

test('an undo makes it shorter, and another move takes the place', () => {
  const shorter = grown([played(0), played(1)], [], 1);
  expect(shorter.map(({ move }) => move)).toEqual(['m0']);
  const other = grown(shorter, [played(1, 'other')], 2);
  expect(other.map(({ move }) => move)).toEqual(['m0', 'other']);
});

test('a whole history with an undo in it comes down to what still stands', () => {
  const history = [played(0), played(1), played(2), played(1, 'other')];
  expect(grown([], history, 2).map(({ move }) => move)).toEqual(['m0', 'other']);
});

test('lines are heard once, however often the server tells them', () => {
  const table = tableWith(() => undefined);
  const said: Numbered = {
    seq: 5,
    event: { kind: 'said', at: 1, who: { kind: 'person', id: 'ann', name: 'Ann' }, text: 'hello' },
  };
  table.hear(update(0, 5, { events: [said] }));
  table.hear(update(0, 5, { events: [said] }));
  expect(table.lines).toMatchObject([{ name: 'Ann', text: 'hello' }]);
});

test('a server put back to an older state makes the page forget', () => {
  const table = tableWith(() => undefined);
  table.hear(update(2, 9, { played: [played(0), played(1)] }));
  table.hear(update(1, 4, { played: [played(0)] }));
  expect(table.known).toBe(4);
  expect(table.story).toHaveLength(1);
});

test('what a move does is asked once while the position stands', async () => {
  const request = vi.fn((message: Record<string, unknown>) => ({
    type: 'preview',
    effects: (message.moves as string[]).map((move) => ({ move })),
  }));
  const table = tableWith(request);
  table.hear(update(3, 4));
  await table.preview(['a', 'b']);
  expect(await table.preview(['b', 'a', 'c'])).toEqual([
    { move: 'b' },
    { move: 'a' },
    { move: 'c' },
  ]);
  expect(request.mock.calls.map(([message]) => message.moves)).toEqual([['a', 'b'], ['c']]);
  table.hear(update(4, 5));
  await table.preview(['a']);
  expect(request).toHaveBeenCalledTimes(3);
});

test('many moves are asked about in portions', async () => {
  const sizes: number[] = [];
  const table = tableWith((message) => {
    const moves = message.moves as string[];
    sizes.push(moves.length);
    return { type: 'preview', effects: moves.map((move) => ({ move })) };
  });
  table.hear(update(0, 1));
  const moves = Array.from({ length: 150 }, (_, index) => `m${index}`);
  expect(await table.preview(moves)).toHaveLength(150);
  expect(sizes).toEqual([64, 64, 22]);
});

test('one move at a time, with a name of its own', async () => {
  const names: unknown[] = [];
  const table = tableWith((message) => names.push(message.move_id));
  table.hear(update(0, 1));
  const first = table.move('a');
  const second = table.move('b');
  await Promise.all([first, second]);
  expect(names).toHaveLength(1);
  await table.move('b');
  expect(new Set(names).size).toBe(2);
});
