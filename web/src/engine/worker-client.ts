/** The page's side of a worker: calls of the functions of `LocalApi`, and the messages of its socket. */
import { ApiError } from '../lib/api.ts';
import { base } from '../lib/site.ts';
import type { TableCard } from '../lib/wire.ts';
import type {
  FromWorker,
  ItemOf,
  Method,
  RequestOf,
  ResultOf,
  StreamMethod,
  ToWorker,
} from './worker-messages.ts';

interface Pending {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  onItem?: (item: never) => void;
}

/** Folder of the WebAssembly modules. */
export const folder = new URL('engine/', new URL(base, location.href)).href;

export class WorkerClient {
  /** Called with every message on the socket. */
  onSay: (text: string) => void = () => undefined;
  /** Called with the games that would be lost with the page. */
  onHeld: (cards: TableCard[]) => void = () => undefined;
  /** Called if the worker cannot be started. */
  onFail: () => void = () => undefined;
  private readonly pending = new Map<number, Pending>();
  private worker: Worker | null = null;
  private count = 0;

  /** Send a message; the first one starts the worker. */
  post(message: ToWorker): void {
    if (!this.worker) {
      this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
      this.worker.onerror = () => this.fail();
      this.worker.postMessage({ folder });
    }
    this.worker.postMessage(message);
  }

  /** Return the result of a call. Rejects with `ApiError`, or with the reason of an aborted `signal`. */
  call<M extends Method>(
    method: M,
    request: RequestOf<M>,
    signal?: AbortSignal,
  ): Promise<ResultOf<M>> {
    return this.send(method, request, signal);
  }

  /** Pass each result of a call to `onItem`; resolves after the last, rejects as `call` does. */
  stream<M extends StreamMethod>(
    method: M,
    request: RequestOf<M>,
    signal: AbortSignal,
    onItem: (item: ItemOf<M>) => void,
  ): Promise<void> {
    return this.send(method, request, signal, onItem);
  }

  /** End the worker and free its memory. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private send<T>(
    method: Method | StreamMethod,
    request: object,
    signal?: AbortSignal,
    onItem?: Pending['onItem'],
  ): Promise<T> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, onItem });
      signal?.addEventListener('abort', () => {
        if (!this.pending.delete(id)) return;
        this.post({ abort: id });
        reject(signal.reason as Error);
      });
      // The proxies of Svelte's state cannot be cloned into a worker.
      this.post({ call: id, method, request: JSON.parse(JSON.stringify(request)) as unknown });
    });
  }

  private receive(message: FromWorker): void {
    if ('say' in message) return this.onSay(message.say);
    if ('held' in message) return this.onHeld(message.held);
    const pending = this.pending.get(message.answer);
    if (!pending) return;
    if ('item' in message) return pending.onItem?.(message.item as never);
    this.pending.delete(message.answer);
    if ('result' in message) pending.resolve(message.result as never);
    else pending.reject(new ApiError(message.status, message.problem));
  }

  /** Reject all calls; the next message tries to start a worker again. */
  private fail(): void {
    this.worker = null;
    for (const { reject } of this.pending.values()) reject(new ApiError(503, { code: 'internal' }));
    this.pending.clear();
    this.onFail();
  }
}
