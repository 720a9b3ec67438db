/** What is said of the games: asked once. Where no server is, the list of engines has all of it. */
import { codeOf } from './problems';
import { get } from './api';
import { base } from './base';
import type { Box, EngineCard, EngineList, GameCard, GameName } from './wire';

const asked = new Map<string, Promise<unknown>>();

type Games = Record<GameName, EngineCard>;

function once<T>(path: string, find: (games: Games) => T | undefined): Promise<T> {
  const known = asked.get(path) as Promise<T> | undefined;
  if (known) return known;
  const answer = get<T>(path).catch(async (error: unknown) => {
    const found = isOut(error) ? await engines().then(find, () => undefined) : undefined;
    if (found === undefined) throw error;
    return found;
  });
  answer.catch(() => asked.delete(path));
  asked.set(path, answer);
  return answer;
}

const isOut = (error: unknown): boolean => ['no_server', 'offline'].includes(codeOf(error));

/** The games that this device can play by itself. */
async function engines(): Promise<Games> {
  const response = await fetch(new URL('engine/engines.json', new URL(base, location.href)));
  return ((await response.json()) as EngineList).games;
}

/** What is in its box. */
export const boxOf = (game: GameName): Promise<Box> =>
  once(`/games/${encodeURIComponent(game)}/box`, ({ [game]: found }) => found?.box);

/** All games, in the server's order. */
export const gameCards = (): Promise<GameCard[]> =>
  once('/games', (games) => Object.values(games).map(({ card }) => card));

export const cardOf = (game: GameName): Promise<GameCard> =>
  once(`/games/${encodeURIComponent(game)}`, ({ [game]: found }) => found?.card);
