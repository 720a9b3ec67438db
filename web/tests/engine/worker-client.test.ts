import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FromWorker, ToWorker } from '../../src/engine/worker-messages';

class FakeWorker {
  onmessage: (event: { data: FromWorker }) => void = () => undefined;
  onerror: () => void = () => undefined;
  readonly received: ToWorker[] = [];

  constructor() {
    workers.push(this);
  }

  postMessage(message: ToWorker): void {
    this.received.push(structuredClone(message));
  }

  answer(data: FromWorker): void {
    this.onmessage({ data });
  }

  terminate(): void {}
}

let workers: FakeWorker[];

beforeEach(() => {
  workers = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('location', { href: 'http://here/' });
});
afterEach(() => vi.unstubAllGlobals());

async function newClient() {
  const { WorkerClient } = await import('../../src/engine/worker-client');
  return new WorkerClient();
}

const REQUEST = { game: 'toy', state: '', most: 3 };
const call = (n: number) => ({ call: n, method: 'hint', request: REQUEST });

test('call_returns_the_result_of_its_own_id', async () => {
  const client = await newClient();
  const [first, second] = [client.call('hint', REQUEST), client.call('hint', REQUEST)];
  const [worker] = workers as [FakeWorker];
  expect(worker.received.slice(1)).toEqual([call(1), call(2)]);
  worker.answer({ answer: 2, result: 'second' });
  worker.answer({ answer: 1, result: 'first' });
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

test('call_that_is_refused_rejects_with_the_code', async () => {
  const client = await newClient();
  const called = client.call('getTable', { table: 'local-x' });
  const problem = { code: 'not_found', message: 'no table', rule: null, params: {} } as const;
  workers[0]!.answer({ answer: 1, status: 404, problem });
  await expect(called).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

const GAME = { game: 'toy' as never, states: [], moves: [], indices: [] };

test('stream_passes_every_item_on_until_the_result', async () => {
  const client = await newClient();
  const items: unknown[] = [];
  const { signal } = new AbortController();
  const done = client.stream('review', GAME, signal, (item) => items.push(item));
  workers[0]!.answer({ answer: 1, item: 'a' });
  workers[0]!.answer({ answer: 1, item: 'b' });
  workers[0]!.answer({ answer: 1, result: null });
  await done;
  expect(items).toEqual(['a', 'b']);
});

test('abort_rejects_at_once_and_stops_the_worker', async () => {
  const client = await newClient();
  const stop = new AbortController();
  const items: unknown[] = [];
  const done = client.stream('review', GAME, stop.signal, (item) => items.push(item));
  stop.abort(new Error('left'));
  await expect(done).rejects.toThrow('left');
  expect(workers[0]!.received.at(-1)).toEqual({ abort: 1 });
  workers[0]!.answer({ answer: 1, item: 'late' });
  expect(items).toEqual([]);
});

test('abort_after_the_result_sends_nothing', async () => {
  const client = await newClient();
  const stop = new AbortController();
  const done = client.call('hint', REQUEST, stop.signal);
  workers[0]!.answer({ answer: 1, result: 'found' });
  await done;
  stop.abort();
  expect(workers[0]!.received.at(-1)).toEqual(call(1));
});

test('calls_of_a_worker_that_fails_are_rejected_and_the_next_starts_another', async () => {
  const client = await newClient();
  const onFail = (client.onFail = vi.fn());
  const called = client.call('hint', REQUEST);
  workers[0]!.onerror();
  await expect(called).rejects.toMatchObject({ code: 'internal' });
  expect(onFail).toHaveBeenCalledOnce();
  void client.call('hint', REQUEST);
  expect(workers).toHaveLength(2);
});

test('abort_after_the_worker_failed_starts_no_other', async () => {
  const client = await newClient();
  const stop = new AbortController();
  const called = client.call('hint', REQUEST, stop.signal);
  workers[0]!.onerror();
  await expect(called).rejects.toMatchObject({ code: 'internal' });
  stop.abort();
  expect(workers).toHaveLength(1);
});

test('requests_with_proxies_are_sent_as_plain_data', async () => {
  const client = await newClient();
  void client.call('hint', new Proxy(REQUEST, {}));
  expect(workers[0]!.received.at(-1)).toEqual(call(1));
});
