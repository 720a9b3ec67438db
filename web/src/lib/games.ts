/** What the server says of its games: asked once. */
import { get } from './api';
import { tOr } from './language.svelte';
import type { Box, GameCard, GameName, OptionCard } from './wire';

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

/** An option of a game and its values in words, or in the server's where there are none. */
export const optionName = (game: GameName, { name, help }: OptionCard): string =>
  tOr(`option-${game}-${name}`, help);
export const valueName = (game: GameName, { name }: OptionCard, value: string): string =>
  tOr(`option-${game}-${name}-${value}`, value);
