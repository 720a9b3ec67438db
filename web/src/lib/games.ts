/** Cards and boxes of the games, fetched once. Without a server the list of engines has them. */
import { get, isUnreachable } from './api';
import { localGames } from './local-games.svelte';
import type { Box, EngineCard, GameCard, GameName } from './wire';

const asked = new Map<string, Promise<unknown>>();

type Games = Record<GameName, EngineCard>;

function once<T>(path: string, find: (games: Games) => T | undefined): Promise<T> {
  const known = asked.get(path) as Promise<T> | undefined;
  if (known) return known;
  const answer = get<T>(path).catch(async (error: unknown) => {
    const found = isUnreachable(error) ? find(await localGames.refresh()) : undefined;
    if (found === undefined) throw error;
    return found;
  });
  answer.catch(() => asked.delete(path));
  asked.set(path, answer);
  return answer;
}

/** Return the contents of a game's box. */
export const boxOf = (game: GameName): Promise<Box> =>
  once(`/games/${encodeURIComponent(game)}/box`, ({ [game]: found }) => found?.box);

/** All games, in the server's order. */
export const gameCards = (): Promise<GameCard[]> =>
  once('/games', (games) => {
    const cards = Object.values(games).map(({ card }) => card);
    return cards.length > 0 ? cards : undefined;
  });

export const cardOf = (game: GameName): Promise<GameCard> =>
  once(`/games/${encodeURIComponent(game)}`, ({ [game]: found }) => found?.card);
