/**
 * Tables on this device: a worker is their server. What is sent to the one is sent to the other, so that
 * nobody else knows which it is. All of it is fetched when it is first wanted.
 */
export { MARK, ME } from '../engine/post';

/** What the page needs of a WebSocket. */
export type Wire = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onmessage' | 'onclose'>;

let here: typeof import('../engine/device');

export const device = async () => (here = await import('../engine/device'));

/** As a `WebSocket`; whoever listens to a table has asked for it first, and so for the device. */
export const localWire = (): Wire => here.openWire();

export const isLocal = (table: string): boolean => table.startsWith('local-');

/** Whether a request is about a table of ours, or opens one. */
export const isAboutLocal = (path: string, body?: unknown): boolean =>
  /^\/(local|tables\/local-)/.test(path) ||
  (typeof body === 'string' && /"table":"local-/.test(body));
