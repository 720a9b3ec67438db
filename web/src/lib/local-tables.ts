/** Tables on this device: a worker keeps and plays them. Its code is fetched when it is first needed. */
import type { Method, RequestOf, ResultOf } from '../engine/worker-messages';
import { ApiError } from './api';

export { RECORD_COMMENT, LOCAL_PLAYER } from '../engine/worker-messages';

/** The part of a WebSocket that the page uses. */
export type SocketLike = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onmessage' | 'onclose'>;

let here: typeof import('../engine/local-server');

export const loadLocalServer = async () => (here = await import('../engine/local-server'));

/** Call a function of the worker. Throws `ApiError`, with code `offline` if its code cannot be fetched. */
export async function callLocal<M extends Method>(
  method: M,
  request: RequestOf<M>,
): Promise<ResultOf<M>> {
  const { worker } = await loadLocalServer().catch(() => {
    throw new ApiError(0, { code: 'offline' });
  });
  return worker.call(method, request);
}

/** Open a socket to the worker; the table that it is for was read before, so the worker's code is here. */
export const openLocalSocket = (): SocketLike => here.openSocket();

export const isLocal = (table: string): boolean => table.startsWith('local-');
