/**
 * Tables on this device: a worker is their server. What is sent to the one is sent to the other, so that
 * nobody else knows which it is. The worker is fetched with the first table.
 */
import type { FromWorker, ToWorker } from '../engine/post';
import { base } from './base';

/** What the page needs of a WebSocket. */
export type Wire = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onmessage' | 'onclose'>;

export { ME } from '../engine/post';

export const isLocal = (table: string): boolean => table.startsWith('local-');

/** Whether a request is about a table of ours, or opens one. */
export const isAboutLocal = (path: string, body?: unknown): boolean =>
  /^\/(local|tables\/local-)/.test(path) ||
  (typeof body === 'string' && /"table":"local-/.test(body));

interface Asked {
  resolve: (response: Response) => void;
  /** What follows the head of an answer. */
  body?: ReadableStreamDefaultController<Uint8Array>;
}

const asked = new Map<number, Asked>();
let worker: Worker | null = null;
let count = 0;
/** The one that is open. */
let wire: Wire | null = null;

function post(message: ToWorker): void {
  if (!worker) {
    worker = new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => take(data);
    worker.onerror = fail;
    worker.postMessage({ folder: new URL('engine/', new URL(base, location.href)).href });
  }
  worker.postMessage(message);
}

function take(message: FromWorker): void {
  if ('say' in message)
    return wire?.onmessage?.call(
      wire as WebSocket,
      new MessageEvent('message', { data: message.say }),
    );
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

/** The worker could not be had: the next may be. */
function fail(): void {
  worker = null;
  for (const { resolve } of asked.values()) resolve(new Response(null, { status: 503 }));
  asked.clear();
  wire?.onclose?.call(wire as WebSocket, new CloseEvent('close'));
}

/** As `fetch`, below the API's root. */
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
export function localWire(): Wire {
  const opened: Wire = {
    readyState: WebSocket.OPEN,
    onmessage: null,
    onclose: null,
    send: (text) => post({ say: text as string }),
    close: () => void (wire = wire === opened ? null : wire),
  };
  wire = opened;
  post({ begin: true });
  return opened;
}
