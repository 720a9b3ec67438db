/** Waiting in a worker that also answers other requests. */

/** Longest time between two looks at the worker's messages, in ms. */
export const CHUNK_MS = 25;

/** A first-in, first-out lock. */
export class Lock {
  private last: Promise<unknown> = Promise.resolve();

  /** Wait for earlier callers; return the function that lets the next one in. */
  async enter(): Promise<() => void> {
    const before = this.last;
    let leave = (): void => undefined;
    this.last = new Promise<void>((resolve) => (leave = resolve));
    await before;
    return leave;
  }
}

/** Return the amount of work that fits into a chunk, at most twice the last amount. */
export const nextChunk = (size: number, ms: number): number =>
  Math.max(1, Math.min(2 * size, Math.floor((size * CHUNK_MS) / (ms + 0.01))));

/** Let the worker handle its messages. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
