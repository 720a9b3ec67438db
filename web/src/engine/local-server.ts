/** The worker of this device that serves local tables, and the list of its games. */
import type { SocketLike } from '../lib/local-tables.ts';
import { hasServer } from '../lib/site.ts';
import type { EngineList, TableCard } from '../lib/wire.ts';
import { readCards } from './database.ts';
import { folder, WorkerClient } from './worker-client.ts';

export { ReviewPool } from './review-pool.ts';

const LISTED = 6;
const WARM_AFTER = 3000;

/** A module with a 128-bit vector type: a browser that accepts it can run the engines. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123]);
const isAble = globalThis.WebAssembly?.validate(VECTORS);

export const worker = new WorkerClient();
let known: EngineList['games'] = {};
/** The open socket to the worker. */
let wire: SocketLike | null = null;
/** Games that the browser could not store. */
let held: TableCard[] = [];

worker.onSay = (data) =>
  wire?.onmessage?.call(wire as WebSocket, new MessageEvent('message', { data }));
worker.onHeld = (cards) => {
  const isFull = cards.length > 0;
  if (isFull !== held.length > 0) dispatchEvent(new CustomEvent('held', { detail: isFull }));
  held = cards;
  onbeforeunload = isFull ? (event) => event.preventDefault() : null;
};
worker.onFail = () => wire?.onclose?.call(wire as WebSocket, new CloseEvent('close'));

/** Return the games that this device can play by itself, as far as known. A site without a server lists
 *  them for every browser. */
export async function listEngines(): Promise<EngineList['games']> {
  try {
    const response = await fetch(`${folder}engines.json`);
    known = ((await response.json()) as EngineList).games;
  } catch {
    // The known games can still be played.
  }
  return isAble || !hasServer ? known : {};
}

/** Fetch the modules while there is a network, unless the browser saves data. */
async function warmUp(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const games = await listEngines();
  if (!connection?.saveData && Object.keys(games).length > 0) worker.post({ warm: true });
}

/** The first page is drawn before the modules are fetched. */
setTimeout(() => void warmUp(), WARM_AFTER);

/** Open a socket to the worker. */
export function openSocket(): SocketLike {
  wire = {
    readyState: WebSocket.OPEN,
    onmessage: null,
    onclose: null,
    send: (text) => worker.post({ say: text as string }),
    close: () => undefined,
  };
  worker.post({ begin: true });
  return wire;
}

/** Return the latest games on this device. */
export async function listGames(): Promise<TableCard[]> {
  const kept = await readCards().catch(() => []);
  const others = kept.filter(({ id }) => !held.some((card) => card.id === id));
  return [...held, ...others].slice(0, LISTED);
}
