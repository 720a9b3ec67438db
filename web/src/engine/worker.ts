/** A little server for the tables on this device: it speaks as the real one does, over HTTP and on a socket. */
import type { ClientMessage } from '../lib/wire.ts';
import { Conversation } from './conversation.ts';
import { Engines } from './engines.ts';
import type { FromWorker, ToWorker } from './post.ts';
import { HoldingStore } from './holding.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { answer } from './routes.ts';
import { BrowserStore } from './store.ts';
import { Tables } from './tables.ts';

const post = (message: FromWorker): void => self.postMessage(message);
const running = new Map<number, AbortController>();
const tabs = new BroadcastChannel('tilewright');

let folder = '';
const engines = new Engines(fetchFile);
const store = new HoldingStore(new BrowserStore());
store.onHeld = (held) => post({ held });
const tables = new Tables(store, engines);
const conversation = new Conversation(tables, (message) => post({ say: JSON.stringify(message) }));
tables.onUpdate = (update) => conversation.tell(update);
tables.onChange = (id) => tabs.postMessage(id);
tabs.onmessage = ({ data }) => void tables.refresh(data as string);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('folder' in data) folder = data.folder;
  else if ('warm' in data) void engines.fetchAll();
  else if ('begin' in data) conversation.begin();
  else if ('say' in data) void conversation.take(JSON.parse(data.say) as ClientMessage);
  else if ('abort' in data) running.get(data.abort)?.abort();
  else void respond(data);
};

async function respond({ ask: id, method, path, body }: Extract<ToWorker, { ask: number }>) {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const told = await answer(tables, { method, path, body, signal: stop.signal });
    if ('lines' in told) {
      post({ answer: id, status: 200 });
      for await (const line of told.lines) post({ answer: id, more: `${JSON.stringify(line)}\n` });
      post({ answer: id, more: null });
    } else {
      post({
        answer: id,
        status: 200,
        body: 'text' in told ? told.text : JSON.stringify(told.json),
      });
    }
  } catch (error) {
    const { status, problem } = refusalOf(error);
    post({ answer: id, status, body: JSON.stringify(problem) });
  } finally {
    running.delete(id);
  }
}

async function fetchFile(name: string): Promise<Uint8Array> {
  const found = await fetch(folder + name).catch(() => null);
  if (!found?.ok) throw new Refusal('offline', `${name} is not to be had`);
  return new Uint8Array(await found.arrayBuffer());
}
