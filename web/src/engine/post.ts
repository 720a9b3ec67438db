/** What goes between the page and its worker. */
import type { TableCard } from '../lib/wire.ts';

/** Whoever plays on this device, at its tables. */
export const ME = 'local';

/** What the record of such a game begins with. */
export const MARK = '# played on one device, without a server';

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
  | { say: string }
  /** Games that there is no room for: they are lost with the page. */
  | { held: TableCard[] };
