/** What the reader's own machine works out about a server's game, once its engine is ready. */
import { post } from './api';
import { socket } from './socket.svelte';
import { after } from './timing';
import type { GameName } from './wire';

/** A first board is drawn before anything of this is fetched. */
const AFTER = 3000;
const ready = new Set<GameName>();

/** Whether somebody pays for every byte. */
export const mustSave = (): boolean =>
  !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

/**
 * Have a game's engine ready before long, unless somebody pays for every byte; where there is none,
 * nothing changes. Returns what calls it off. `question`: what it is to have ready besides.
 */
export function prepare(game: GameName, question = 'ready', onReady?: () => void): () => void {
  return after(AFTER, () => {
    if (!mustSave())
      post(`/local/${question}`, { game })
        .then(() => ready.add(game))
        .then(onReady, () => undefined);
  });
}

/** States of a newer server are none that this page's engine could read. */
export const isReady = (game: GameName): boolean => ready.has(game) && !socket.isOld;

/** This device's answer about a position; null where a server is to be asked. */
export async function askHere<T>(
  game: GameName,
  question: string,
  given: object,
): Promise<T | null> {
  if (!isReady(game)) return null;
  return post<T>(`/local/${question}`, { game, ...given }).catch(() => null);
}
