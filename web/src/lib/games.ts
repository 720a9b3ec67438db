/** What the server says of its games: asked once. */
import { get } from './api';
import type { Box, GameCard, GameName } from './wire';

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const known = asked.get(path) as Promise<T> | undefined;
  if (known) return known;
  const answer = get<T>(path);
  answer.catch(() => asked.delete(path));
  asked.set(path, answer);
  return answer;
}

/** What is in its box. */
export const boxOf = (game: GameName): Promise<Box> =>
  once(`/games/${encodeURIComponent(game)}/box`);

/** All games, in the server's order. */
export const gameCards = (): Promise<GameCard[]> => once('/games');

export const cardOf = (game: GameName): Promise<GameCard> =>
  once(`/games/${encodeURIComponent(game)}`);
