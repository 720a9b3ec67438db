/** A worker with the tables on this device: it answers calls of `LocalApi` and messages on a socket. */
import type { ClientMessage } from '../lib/wire.ts';
import { SocketSession } from './socket-session.ts';
import { Engines } from './engines.ts';
import { OverflowStore } from './overflow-store.ts';
import { LocalApi } from './local-api.ts';
import { Refusal, toRefusal } from './errors.ts';
import { BrowserStore } from './store.ts';
import { Tables } from './tables.ts';
import type { FromWorker, ToWorker, WorkerCall } from './worker-messages.ts';

const post = (message: FromWorker): void => self.postMessage(message);
const running = new Map<number, AbortController>();
const tabs = new BroadcastChannel('tilewright');

let folder = '';
const engines = new Engines(fetchFile);
const store = new OverflowStore(new BrowserStore());
store.onHeld = (held) => post({ held });
const tables = new Tables(store, engines);
const api = new LocalApi(tables);
const conversation = new SocketSession(tables, (message) => post({ say: JSON.stringify(message) }));
tables.onUpdate = (update) => conversation.tell(update);
tables.onChange = (id) => tabs.postMessage(id);
tabs.onmessage = ({ data }) => void tables.refresh(data as string);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('folder' in data) folder = data.folder;
  else if ('warm' in data) void engines.fetchAll();
  else if ('begin' in data) conversation.begin();
  else if ('say' in data) void conversation.take(JSON.parse(data.say) as ClientMessage);
  else if ('abort' in data) running.get(data.abort)?.abort();
  else void answer(data);
};

type Called = Promise<unknown> | AsyncIterable<unknown>;
type Handler = (request: unknown, signal: AbortSignal) => Called;

const isStream = (called: Called): called is AsyncIterable<unknown> =>
  Symbol.asyncIterator in called;

async function answer({ call: id, method, request }: WorkerCall): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    // `WorkerClient` has checked that the request is one of the method.
    const called = (api[method] as Handler).call(api, request, stop.signal);
    if (!isStream(called)) return post({ answer: id, result: await called });
    for await (const item of called) post({ answer: id, item });
    post({ answer: id, result: null });
  } catch (error) {
    const { status, problem } = toRefusal(error);
    post({ answer: id, status, problem });
  } finally {
    running.delete(id);
  }
}

async function fetchFile(name: string): Promise<Uint8Array> {
  const found = await fetch(folder + name).catch(() => null);
  if (!found?.ok) throw new Refusal('offline', `${name} is not to be had`);
  return new Uint8Array(await found.arrayBuffer());
}
