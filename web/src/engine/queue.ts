/** Whoever has to wait in a worker that has others to answer, too. */

/** About how long others may have to wait, in ms. */
export const CHUNK_MS = 25;

/** One after the other. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  /** Wait for those who came before; returns what lets in the next. */
  async enter(): Promise<() => void> {
    const before = this.last;
    let leave = (): void => undefined;
    this.last = new Promise<void>((resolve) => (leave = resolve));
    await before;
    return leave;
  }
}

/** As much work as fits into a chunk's time; no more than twice as much as before. */
export const nextChunk = (size: number, ms: number): number =>
  Math.max(1, Math.min(2 * size, Math.floor((size * CHUNK_MS) / (ms + 0.01))));

/** Let what has arrived meanwhile be dealt with. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
