/** Browser notifications of the player's turn, while a page of the site is open. */
import { get } from './api';
import { identity } from './identity.svelte';
import { t } from './language.svelte';
import { at } from './paths';
import { go } from './router.svelte';
import { every } from './dom';
import type { TableCard, TablePage } from './wire';

const EVERY_MS = 20_000;

/** Poll the player's tables; return a function that stops it. */
export function watchTurns(nameGame: (game: string) => string): () => void {
  let known: Set<string> | null = null;
  async function look(): Promise<void> {
    if (!identity.person) return;
    const { tables } = await get<TablePage>('/me/tables?status=running&limit=50');
    const turns = tables.filter((table) => table.is_my_turn);
    const fresh = turns.filter((table) => known && !known.has(keyOf(table)) && !isInSight(table));
    known = new Set(turns.map(keyOf));
    for (const table of fresh) tell(table, nameGame(table.terms.game));
  }
  const lookOn = () => void look().catch(() => undefined);
  lookOn();
  return every(EVERY_MS, lookOn);
}

/** The next turn at a table is another one. */
const keyOf = ({ id, ply }: TableCard): string => `${id} ${ply}`;

const isInSight = ({ id }: TableCard): boolean =>
  document.visibilityState === 'visible' && location.pathname === `/t/${id}`;

/** Windows use one tag per turn, so the browser shows one notification. */
function tell(table: TableCard, game: string): void {
  const path = `/t/${table.id}`;
  const title = t('notice-turn', { game });
  const how = { tag: keyOf(table), data: at(path) };
  try {
    const notice = new Notification(title, how);
    notice.onclick = () => {
      window.focus();
      go(path);
      notice.close();
    };
  } catch {
    // Phones let only the service worker do it.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, how));
  }
}

/** Ask for the permission to notify; return true if it is granted. */
export const requestPermission = async (): Promise<boolean> =>
  (await Notification.requestPermission()) === 'granted';
