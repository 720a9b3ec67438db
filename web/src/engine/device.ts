/** The little server of this device, and what the page may know of its games without one. */
import type { Wire } from '../lib/local.ts';
import { hasServer } from '../lib/base.ts';
import type { EngineList, TableCard } from '../lib/wire.ts';
import { readCards } from './database.ts';
import { folder, Line } from './line.ts';

export { Analysts } from './analysts.ts';

const LISTED = 6;
const WARM_AFTER = 3000;

/** A type that has a vector of 128 bits: no browser takes it that could not run our modules. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123]);
const isAble = globalThis.WebAssembly?.validate(VECTORS);

const line = new Line();
let known: EngineList['games'] = {};
/** The one that is open. */
let wire: Wire | null = null;
/** Games that the browser has no room for. */
let held: TableCard[] = [];

line.onSay = (data) =>
  wire?.onmessage?.call(wire as WebSocket, new MessageEvent('message', { data }));
line.onHeld = (cards) => {
  const isFull = cards.length > 0;
  if (isFull !== held.length > 0) dispatchEvent(new CustomEvent('held', { detail: isFull }));
  held = cards;
  onbeforeunload = isFull ? (event) => event.preventDefault() : null;
};
line.onFail = () => wire?.onclose?.call(wire as WebSocket, new CloseEvent('close'));

/** Which games this device can play by itself, as far as somebody has answered. A site without a server shows
 *  them even to a browser that cannot. */
export async function listEngines(): Promise<EngineList['games']> {
  try {
    const response = await fetch(`${folder}engines.json`);
    known = ((await response.json()) as EngineList).games;
  } catch {
    // Those that we know can be played all the same.
  }
  return isAble || !hasServer ? known : {};
}

/** Fetch the modules while there is a network, unless somebody pays for every byte. */
async function warmUp(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const games = await listEngines();
  if (!connection?.saveData && Object.keys(games).length > 0) line.post({ warm: true });
}

/** A first page is drawn before anything of this is fetched. */
setTimeout(() => void warmUp(), WARM_AFTER);

export const localFetch = (path: string, how: RequestInit): Promise<Response> =>
  line.fetch(path, how);

/** As a `WebSocket` to the little server. */
export function openWire(): Wire {
  wire = {
    readyState: WebSocket.OPEN,
    onmessage: null,
    onclose: null,
    send: (text) => line.post({ say: text as string }),
    close: () => undefined,
  };
  line.post({ begin: true });
  return wire;
}

/** The latest games here, for a list. */
export async function listGames(): Promise<TableCard[]> {
  const kept = await readCards().catch(() => []);
  const others = kept.filter(({ id }) => !held.some((card) => card.id === id));
  return [...held, ...others].slice(0, LISTED);
}
