/** The little server of this device, and what the page may know of its games without one. */
import type { Wire } from '../lib/local.ts';
import type { EngineList, TableCard } from '../lib/wire.ts';
import { readCards } from './database.ts';
import { folder, Line } from './line.ts';

export { Analysts } from './analysts.ts';

const LISTED = 6;
const WARM_AFTER = 3000;

const line = new Line();
let known: EngineList['games'] = {};
/** The one that is open. */
let wire: Wire | null = null;

line.onSay = (data) =>
  wire?.onmessage?.call(wire as WebSocket, new MessageEvent('message', { data }));
line.onFail = () => wire?.onclose?.call(wire as WebSocket, new CloseEvent('close'));

/** Which games this device can play by itself, as far as somebody has answered. */
export async function listEngines(): Promise<EngineList['games']> {
  try {
    const response = await fetch(`${folder}engines.json`);
    known = ((await response.json()) as EngineList).games;
  } catch {
    // Those that we know can be played all the same.
  }
  return known;
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
  const cards = await readCards().catch(() => []);
  return cards.slice(0, LISTED);
}
