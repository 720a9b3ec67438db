/** The page's end of a line to a worker: what was asked there, and the answers as they come. */
import { base } from '../lib/base.ts';
import type { TableCard } from '../lib/wire.ts';
import type { FromWorker, ToWorker } from './post.ts';

interface Asked {
  resolve: (response: Response) => void;
  /** What follows the head of an answer. */
  body?: ReadableStreamDefaultController<Uint8Array>;
}

/** Where the modules lie. */
export const folder = new URL('engine/', new URL(base, location.href)).href;

export class Line {
  /** Hears what is said on the socket. */
  onSay: (text: string) => void = () => undefined;
  /** Told which games would be lost with the page. */
  onHeld: (cards: TableCard[]) => void = () => undefined;
  /** Told when the worker could not be had. */
  onFail: () => void = () => undefined;
  private readonly asked = new Map<number, Asked>();
  private worker: Worker | null = null;
  private count = 0;

  post(message: ToWorker): void {
    if (!this.worker) {
      this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
      this.worker.onerror = () => this.fail();
      this.worker.postMessage({ folder });
    }
    this.worker.postMessage(message);
  }

  fetch(path: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      const one: Asked = { resolve };
      this.asked.set(id, one);
      signal?.addEventListener('abort', () => {
        if (!this.asked.delete(id)) return;
        this.post({ abort: id });
        one.body?.error(signal.reason);
        reject(signal.reason as Error);
      });
      const given = body ? (JSON.parse(body as string) as unknown) : {};
      this.post({ ask: id, method, path, body: given });
    });
  }

  /** Nothing more is wanted: what the worker holds is given back. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private take(message: FromWorker): void {
    if ('say' in message) return this.onSay(message.say);
    if ('held' in message) return this.onHeld(message.held);
    const one = this.asked.get(message.answer);
    if (!one) return;
    if ('more' in message) {
      if (message.more !== null) return one.body?.enqueue(new TextEncoder().encode(message.more));
      one.body?.close();
    } else if (message.body === undefined) {
      const body = new ReadableStream<Uint8Array>({ start: (stream) => void (one.body = stream) });
      return one.resolve(new Response(body, { status: message.status }));
    } else {
      // An answer that broke off is none.
      one.body?.error(new Error(message.body));
      one.resolve(new Response(message.body, { status: message.status }));
    }
    this.asked.delete(message.answer);
  }

  /** The worker could not be had: the next may be. */
  private fail(): void {
    this.worker = null;
    for (const { resolve } of this.asked.values()) resolve(new Response(null, { status: 503 }));
    this.asked.clear();
    this.onFail();
  }
}
