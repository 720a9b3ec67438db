/** What goes between the page and its worker. */

/** Whoever plays on this device, at its tables. */
export const ME = 'local';

export type ToWorker =
  /** Where the modules lie. */
  | { folder: string }
  /** Fetch what will be needed, should the network go. */
  | { warm: true }
  /** Over HTTP, as it were. */
  | { ask: number; method: string; path: string; body: unknown }
  | { abort: number }
  /** On the socket: it is opened, and what is said there. */
  | { begin: true }
  | { say: string };

export type FromWorker =
  /** Without a body, it follows in parts; null is the end of them. */
  | { answer: number; status: number; body?: string }
  | { answer: number; more: string | null }
  | { say: string };
