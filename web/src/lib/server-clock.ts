/**
 * Estimates the server's clock from the times that its messages carry.
 *
 * A message is delayed by the network, by a busy page or by a laptop's sleep, and never arrives early.
 * So of several samples the one with the largest `now - Date.now()` had the least delay and is the best.
 */

/** Older samples are dropped, so that a change of the browser's own clock is forgotten within 16 s of pings. */
export const MAX_SAMPLES = 8;

export class ServerClock {
  #offsets: number[] = [];

  /** Add the server's time, in ms, of a message that has just arrived. */
  add(serverTime: number): void {
    this.#offsets = [...this.#offsets, serverTime - Date.now()].slice(-MAX_SAMPLES);
  }

  /** Forget all samples: the next message may come from another server. */
  reset(): void {
    this.#offsets = [];
  }

  /** Return the server's time in ms; the browser's own before the first sample. */
  now(): number {
    return Date.now() + (this.#offsets.length > 0 ? Math.max(...this.#offsets) : 0);
  }
}
