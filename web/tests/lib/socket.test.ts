import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LiveSocket, type TableListener } from '../../src/lib/socket.svelte';
import type { SocketLike } from '../../src/lib/local-tables';
import type { UpdateMessage } from '../../src/lib/wire';

/** The other end, as a list of what it was sent. */
class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.({ code: 1000 });
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  static get last(): FakeSocket {
    return this.all.at(-1)!;
  }
}

const WELCOME = { type: 'welcome', version: '1', now: 0, person: null, name: null };

class Ear implements TableListener {
  lastSeq = 0;
  invite = null;
  heard: unknown[] = [];
  onMessage(message: UpdateMessage | object): void {
    this.heard.push(message);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened(): LiveSocket {
  const socket = new LiveSocket(() => new FakeSocket('ws://here') as unknown as SocketLike);
  socket.connect();
  FakeSocket.last.say(WELCOME);
  return socket;
}

test('request resolves with the answer of its ref', async () => {
  const socket = opened();
  const first = socket.request({ type: 'ping' });
  const second = socket.request({ type: 'say', table: 't', text: 'hello' });
  const [, refused] = FakeSocket.last.sent;
  FakeSocket.last.say({
    type: 'error',
    code: 'no_talk',
    message: 'no',
    table: 't',
    ref: refused!.ref,
  });
  FakeSocket.last.say({ type: 'pong', now: 1, ref: FakeSocket.last.sent[0]!.ref });
  await expect(first).resolves.toMatchObject({ type: 'pong' });
  await expect(second).rejects.toMatchObject({ code: 'no_talk' });
});

test('request without an answer is sent again unchanged after a reconnect', async () => {
  const socket = opened();
  const answer = socket.request({ type: 'move', table: 't', move: 'x', move_id: 'a', number: 3 });
  const before = FakeSocket.last;
  before.onclose?.({ code: 1006 });
  expect(socket.connection).toBe('lost');
  vi.advanceTimersByTime(250);
  expect(FakeSocket.last).not.toBe(before);
  FakeSocket.last.say(WELCOME);
  expect(FakeSocket.last.sent).toEqual(before.sent);
  FakeSocket.last.say({ type: 'ack', table: 't', seq: 9, ref: before.sent[0]!.ref });
  await expect(answer).resolves.toMatchObject({ seq: 9 });
});

test('requests without an answer are sent again in order', () => {
  const socket = opened();
  for (const move_id of ['a', 'b', 'c'])
    void socket.request({ type: 'move', table: 't', move: 'x', move_id, number: 3 });
  const { sent } = FakeSocket.last;
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(250);
  FakeSocket.last.say(WELCOME);
  expect(FakeSocket.last.sent).toEqual(sent);
});

test('reconnect requests a table once, from the last seq', () => {
  const socket = opened();
  const ear = new Ear();
  socket.listen('t', ear);
  FakeSocket.last.onclose?.({ code: 1012 });
  ear.lastSeq = 7;
  vi.advanceTimersByTime(250);
  FakeSocket.last.say(WELCOME);
  expect(FakeSocket.last.sent).toMatchObject([
    { type: 'subscribe', table: 't', since: 7, scene: true, text: false },
  ]);
});

test('reconnect waits longer each time, up to a limit', () => {
  const socket = new LiveSocket(() => new FakeSocket('ws://here') as unknown as SocketLike);
  socket.connect();
  const pauses: number[] = [];
  for (let round = 0; round < 7; round++) {
    const count = FakeSocket.all.length;
    FakeSocket.last.onclose?.({ code: 1006 });
    let waited = 0;
    while (FakeSocket.all.length === count) {
      vi.advanceTimersByTime(50);
      waited += 50;
    }
    pauses.push(waited);
  }
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test('ended session is reported once', () => {
  const socket = opened();
  socket.onEnded = vi.fn();
  FakeSocket.last.onclose?.({ code: 4002 });
  expect(socket.onEnded).toHaveBeenCalledTimes(1);
});

test('unsubscribe ends the messages of a table', () => {
  const socket = opened();
  const ear = new Ear();
  const leave = socket.listen('t', ear);
  FakeSocket.last.say(WELCOME);
  leave();
  FakeSocket.last.say({ type: 'presence', table: 't', here: [], spectators: 0 });
  expect(ear.heard).toEqual([]);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'unsubscribe', table: 't' });
});

test('late unsubscribe leaves a newer listener subscribed', () => {
  const socket = opened();
  const [first, second] = [new Ear(), new Ear()];
  const leave = socket.listen('t', first);
  FakeSocket.last.say(WELCOME);
  const leaveSecond = socket.listen('t', second);
  leave();
  FakeSocket.last.say({ type: 'presence', table: 't', here: [], spectators: 1 });
  expect([first.heard, second.heard]).toMatchObject([[], [{ spectators: 1 }]]);
  expect(FakeSocket.last.sent.map(({ type }) => type)).not.toContain('unsubscribe');
  leaveSecond();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'unsubscribe', table: 't' });
});

test('another table opens a new connection without the earlier subscription', () => {
  const tables: string[] = [];
  const socket = new LiveSocket((table) => {
    tables.push(table);
    return new FakeSocket('ws://here') as unknown as SocketLike;
  });
  const leave = socket.listen('a', new Ear());
  FakeSocket.last.say(WELCOME);
  leave();
  socket.listen('b', new Ear());
  expect(socket.connection).toBe('connecting'); // not lost: no notice
  FakeSocket.last.say(WELCOME);
  expect(FakeSocket.last.sent).toMatchObject([{ type: 'subscribe', table: 'b' }]);
  socket.listen('c', new Ear()); // beside the other
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'subscribe', table: 'c' });
  expect(tables).toEqual(['a', 'b']);
});

test('late update does not set the server clock back', () => {
  vi.setSystemTime(1_000_000);
  const socket = opened();
  FakeSocket.last.say({ ...WELCOME, now: 1_005_000 });
  expect(socket.clock.now()).toBe(1_005_000);
  FakeSocket.last.say({ type: 'update', table: 't', seq: 1, events: [], info: { now: 990_000 } });
  expect(socket.clock.now()).toBe(1_005_000);
});

test('pong with less delay than the welcome sets the server clock', () => {
  vi.setSystemTime(1_000_000);
  const socket = opened();
  FakeSocket.last.say({ ...WELCOME, now: 1_005_000 });
  FakeSocket.last.say({ type: 'pong', now: 1_005_400, ref: null });
  expect(socket.clock.now()).toBe(1_005_400);
});

test('new connection resets the server clock', () => {
  vi.setSystemTime(1_000_000);
  const socket = opened();
  FakeSocket.last.say({ ...WELCOME, now: 1_005_000 });
  FakeSocket.last.say({ ...WELCOME, now: 1_001_000 });
  expect(socket.clock.now()).toBe(1_001_000);
});

test('backoff grows with every loss and resets after a welcome', () => {
  opened();
  const waits = [250, 500, 1000, 2000, 4000, 4000];
  for (const wait of waits) {
    const before = FakeSocket.all.length;
    FakeSocket.last.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
  }
  FakeSocket.last.say(WELCOME);
  FakeSocket.last.onclose?.({ code: 1006 });
  const before = FakeSocket.all.length;
  vi.advanceTimersByTime(250);
  expect(FakeSocket.all).toHaveLength(before + 1);
});

// For 90 s the page did not report a dead connection.
test('silent connection is closed within five seconds', () => {
  const socket = opened();
  const before = FakeSocket.last;
  vi.advanceTimersByTime(2000);
  expect(before.sent).toEqual([{ type: 'ping' }]);
  vi.advanceTimersByTime(2499);
  expect(socket.connection).toBe('open');
  vi.advanceTimersByTime(1);
  expect(socket.connection).toBe('lost');
  before.say({ type: 'pong', now: 1, ref: null });
  expect(socket.connection).toBe('lost');
  vi.advanceTimersByTime(250);
  FakeSocket.last.say(WELCOME);
  expect(socket.connection).toBe('open');
});

test('connection with any messages stays open', () => {
  const socket = opened();
  for (let round = 0; round < 5; round++) {
    vi.advanceTimersByTime(4000);
    FakeSocket.last.say({ type: 'pong', now: 1, ref: null });
  }
  expect(socket.connection).toBe('open');
  expect(FakeSocket.all).toHaveLength(1);
});

test('failed connection is retried, and reported as lost meanwhile', () => {
  const socket = new LiveSocket(() => new FakeSocket('ws://here') as unknown as SocketLike);
  socket.connect();
  vi.advanceTimersByTime(4250);
  expect(socket.connection).toBe('lost');
  expect(FakeSocket.all).toHaveLength(2);
  socket.reconnect();
  expect(socket.connection).toBe('lost');
  FakeSocket.last.say(WELCOME);
  expect(socket.connection).toBe('open');
});

test('move is pending until it is answered', async () => {
  const socket = opened();
  const answer = socket.request({ type: 'move', table: 't', move: 'x', move_id: 'a', number: 3 });
  vi.advanceTimersByTime(4750);
  expect(socket.keptMoves).toBe(1);
  FakeSocket.last.say(WELCOME);
  const { ref } = FakeSocket.last.sent[0]!;
  FakeSocket.last.say({ type: 'error', code: 'stale', message: 'too late', table: 't', ref });
  await expect(answer).rejects.toMatchObject({ code: 'stale' });
  expect(socket.keptMoves).toBe(0);
});
