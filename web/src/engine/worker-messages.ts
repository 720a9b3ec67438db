/** The messages between the page and its worker. */
import type { Problem, TableCard } from '../lib/wire.ts';
import type { LocalApi } from './local-api.ts';

/** Id of the player on this device, at its tables. */
export const LOCAL_PLAYER = 'local';

/** First line of the record of a game that was played on one device. */
export const RECORD_COMMENT = '# played on one device, without a server';

/** A call of a function of `LocalApi`. */
export interface WorkerCall {
  call: number;
  method: keyof LocalApi;
  request: unknown;
}

export type ToWorker =
  /** Folder of the WebAssembly modules. */
  | { folder: string }
  /** Fetch all modules now, while there is a network. */
  | { warm: true }
  | WorkerCall
  | { abort: number }
  /** The socket of the page: it is opened, and a message of the page as JSON. */
  | { begin: true }
  | { say: string };

export type FromWorker =
  /** One result of a call that has several; `result` follows the last. */
  | { answer: number; item: unknown }
  | { answer: number; result: unknown }
  | { answer: number; status: number; problem: Problem }
  /** A message on the socket of the page, as JSON. */
  | { say: string }
  /** Games for which the browser has no room: they are lost with the page. */
  | { held: TableCard[] };

/** Names of the calls that have several results, one after the other. */
export type StreamMethod = {
  [M in keyof LocalApi]: ReturnType<LocalApi[M]> extends AsyncIterable<unknown> ? M : never;
}[keyof LocalApi];
/** Names of the calls that have one result. */
export type Method = Exclude<keyof LocalApi, StreamMethod>;
export type RequestOf<M extends keyof LocalApi> = Parameters<LocalApi[M]>[0];
export type ResultOf<M extends Method> = Awaited<ReturnType<LocalApi[M]>>;
export type ItemOf<M extends StreamMethod> =
  ReturnType<LocalApi[M]> extends AsyncIterable<infer Item> ? Item : never;
