import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LiveSocket } from '../../src/lib/socket.svelte';
import { Table } from '../../src/lib/table.svelte';
import type { LoggedEvent, Played, TableInfo, UpdateMessage, View } from '../../src/lib/wire';

const after = (ply: number): UpdateMessage => ({
  type: 'update',
  table: 't',
  seq: ply,
  events: [],
  info: { ply, seq: ply, number: ply } as TableInfo,
  view: { ply, number: ply } as View,
  played: [{ ply: ply - 1, seat: 0, move: 'm' } as Played],
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pacedTable(): Table {
  const socket = { request: () => Promise.resolve({ type: 'ack' }) };
  const table = new Table('t', null, socket as unknown as LiveSocket);
  table.moveDelay = () => 450;
  return table;
}

test('shows the first move at once, the next after a delay', () => {
  const table = pacedTable();
  [1, 2, 3].forEach((ply) => table.onMessage(after(ply)));
  expect(table.view?.ply).toBe(1);
  vi.advanceTimersByTime(450);
  expect(table.view?.ply).toBe(2);
  vi.advanceTimersByTime(450);
  expect(table.view?.ply).toBe(3);
});

test('shows a move after a quiet period at once', () => {
  const table = pacedTable();
  table.onMessage(after(1));
  vi.advanceTimersByTime(1000);
  table.onMessage(after(2));
  expect(table.view?.ply).toBe(2);
});

test('shows queued updates in order, chat included', () => {
  const table = pacedTable();
  table.onMessage(after(1));
  const said: LoggedEvent = {
    seq: 2,
    event: { kind: 'said', at: 1, who: { kind: 'person', id: 'ann', name: 'Ann' }, text: 'well' },
  };
  table.onMessage({ ...after(1), seq: 2, played: [], events: [said] });
  table.onMessage({ ...after(2), seq: 3 });
  expect(table.chatLines).toEqual([]);
  vi.advanceTimersByTime(450);
  expect(table.chatLines).toHaveLength(1);
  expect(table.view?.ply).toBe(2);
});

// A move made within 0.45 s of the bot's was not shown for as long, and what was pressed was lost.
test('shows moves at once after our own move', async () => {
  const table = pacedTable();
  table.onMessage(after(1));
  await table.move('m');
  table.onMessage(after(2));
  expect(table.view?.ply).toBe(2);
});

test('shows all queued updates at a press', () => {
  const table = pacedTable();
  [1, 2, 3].forEach((ply) => table.onMessage(after(ply)));
  table.catchUp();
  expect(table.view?.ply).toBe(3);
  vi.advanceTimersByTime(1000);
  expect(table.view?.ply).toBe(3);
});
