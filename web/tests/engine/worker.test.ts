/** The worker's own loop: calls and their answers, streams, aborts, and messages of the socket. */
import { beforeEach, expect, test, vi } from 'vitest';

import type { FromWorker } from '../../src/engine/worker-messages';

const api = vi.hoisted(() => ({ calls: [] as unknown[], handlers: {} as Record<string, unknown> }));
const heard = vi.hoisted(() => [] as string[]);
vi.mock('../../src/engine/local-api', () => ({
  LocalApi: function () {
    return api.handlers;
  },
}));
vi.mock('../../src/engine/engines', () => ({
  Engines: class {
    readonly fetch: (name: string) => Promise<Uint8Array>;
    constructor(fetch: (name: string) => Promise<Uint8Array>) {
      this.fetch = fetch;
    }
    fetchAll = async () => {
      const file = await this.fetch('a.wasm').catch((error: { code: string }) => error.code);
      heard.push(`warm ${String(file)}`);
    };
  },
}));
vi.mock('../../src/engine/socket-session', () => ({
  SocketSession: class {
    constructor(_tables: unknown, say: (message: object) => void) {
      say({ type: 'made' });
    }
    begin = () => heard.push('begin');
    take = (message: { type: string }) => heard.push(`take ${message.type}`);
    tell = () => undefined;
  },
}));

let said: FromWorker[];
let self: { onmessage: (event: { data: object }) => void };

/** Start a worker whose functions are these. */
async function start(handlers: Record<string, unknown>): Promise<void> {
  api.handlers = handlers;
  heard.length = 0;
  said = [];
  const page = {
    postMessage: (message: FromWorker) => said.push(message),
    onmessage: () => undefined,
  };
  self = page as unknown as typeof self;
  vi.stubGlobal('self', page);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => undefined;
    },
  );
  vi.resetModules();
  await import('../../src/engine/worker');
}

const send = (data: object) => self.onmessage({ data });
const answered = (count: number) =>
  vi.waitFor(() => expect(said.slice(1)).toHaveLength(count), { interval: 1 });

beforeEach(() => vi.unstubAllGlobals());

test('a_call_is_answered_with_its_result', async () => {
  await start({ getTable: (request: object) => Promise.resolve({ of: request }) });
  send({ call: 7, method: 'getTable', request: { table: 't' } });
  await answered(1);
  expect(said).toEqual([{ say: '{"type":"made"}' }, { answer: 7, result: { of: { table: 't' } } }]);
});

test('a_call_that_fails_is_answered_with_its_status', async () => {
  await start({ getTable: () => Promise.reject(new Error('odd')) });
  send({ call: 1, method: 'getTable', request: {} });
  await answered(1);
  expect(said[1]).toMatchObject({ answer: 1, status: 500, problem: { code: 'internal' } });
});

test('a_stream_sends_each_item_and_then_its_end', async () => {
  await start({
    review: async function* () {
      yield 'a';
      await Promise.resolve();
      yield 'b';
    },
  });
  send({ call: 3, method: 'review', request: {} });
  await answered(3);
  expect(said.slice(1)).toEqual([
    { answer: 3, item: 'a' },
    { answer: 3, item: 'b' },
    { answer: 3, result: null },
  ]);
});

test('an_abort_is_for_one_call', async () => {
  const signals: AbortSignal[] = [];
  await start({
    hint: (_: object, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped')));
    },
  });
  for (const call of [1, 2]) send({ call, method: 'hint', request: {} });
  send({ abort: 2 });
  send({ abort: 9 });
  await answered(1);
  expect(said[1]).toEqual({ answer: 2, result: 'stopped' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test.each([
  [{ begin: true }, 'begin'],
  [{ say: '{"type":"ping"}' }, 'take ping'],
])('message_%j_is_for_the_socket', async (message, expected) => {
  await start({});
  send(message);
  expect(heard).toEqual([expected]);
});

test.each([
  [true, 'warm 1,2'],
  [false, 'warm offline'],
])('warm_fetches_from_the_folder_where_an_answer_is_%s', async (ok, expected) => {
  await start({});
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response(Uint8Array.of(1, 2), { status: ok ? 200 : 404 }));
  });
  send({ folder: 'https://tiles.test/engine/' });
  send({ warm: true });
  await vi.waitFor(() => expect(heard).toEqual([expected]), { interval: 1 });
  expect(asked).toEqual(['https://tiles.test/engine/a.wasm']);
});
