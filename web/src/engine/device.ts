/** The page's end of the line to its worker, and what it may know of this device's games without one. */
import { base } from '../lib/base.ts';
import type { Wire } from '../lib/local.ts';
import type { EngineList, TableCard } from '../lib/wire.ts';
import { readCards } from './database.ts';
import type { FromWorker, ToWorker } from './post.ts';

const LISTED = 6;
const WARM_AFTER = 3000;

interface Asked {
  resolve: (response: Response) => void;
  /** What follows the head of an answer. */
  body?: ReadableStreamDefaultController<Uint8Array>;
}

const folder = new URL('engine/', new URL(base, location.href)).href;
const asked = new Map<number, Asked>();
let known: EngineList['games'] = {};
let worker: Worker | null = null;
let count = 0;
/** The one that is open. */
let wire: Wire | null = null;

export function post(message: ToWorker): void {
  if (!worker) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => take(data);
    worker.onerror = fail;
    worker.postMessage({ folder });
  }
  worker.postMessage(message);
}

/** Which games this device can play by itself, as far as somebody has answered. */
export async function listEngines(): Promise<EngineList['games']> {
  try {
    const response = await fetch(`${folder}engines.json`);
    known = ((await response.json()) as EngineList).games;
  } catch {
    // Those that we know can be played all the same.
  }
  return known;
}

/** Fetch the modules while there is a network, unless somebody pays for every byte. */
async function warmUp(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const games = await listEngines();
  if (!connection?.saveData && Object.keys(games).length > 0) post({ warm: true });
}

/** A first page is drawn before anything of this is fetched. */
setTimeout(() => void warmUp(), WARM_AFTER);

function take(message: FromWorker): void {
  if ('say' in message) return say(message.say);
  const one = asked.get(message.answer);
  if (!one) return;
  if ('more' in message) {
    if (message.more !== null) return one.body?.enqueue(new TextEncoder().encode(message.more));
    one.body?.close();
  } else if (message.body === undefined) {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void (one.body = stream) });
    return one.resolve(new Response(body, { status: message.status }));
  } else {
    one.resolve(new Response(message.body, { status: message.status }));
  }
  asked.delete(message.answer);
}

function say(data: string): void {
  wire?.onmessage?.call(wire as WebSocket, new MessageEvent('message', { data }));
}

/** The worker could not be had: the next may be. */
function fail(): void {
  worker = null;
  for (const { resolve } of asked.values()) resolve(new Response(null, { status: 503 }));
  asked.clear();
  wire?.onclose?.call(wire as WebSocket, new CloseEvent('close'));
}

export function localFetch(
  path: string,
  { method = 'GET', body, signal }: RequestInit,
): Promise<Response> {
  const id = ++count;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve });
    signal?.addEventListener('abort', () => {
      post({ abort: id });
      reject(signal.reason as Error);
    });
    post({ ask: id, method, path, body: body ? (JSON.parse(body as string) as unknown) : {} });
  });
}

/** As a `WebSocket` to the little server. */
export function openWire(): Wire {
  wire = {
    readyState: WebSocket.OPEN,
    onmessage: null,
    onclose: null,
    send: (text) => post({ say: text as string }),
    close: () => undefined,
  };
  post({ begin: true });
  return wire;
}

/** The latest games here, for a list. */
export async function listGames(): Promise<TableCard[]> {
  const cards = await readCards().catch(() => []);
  return cards.slice(0, LISTED);
}
