/** The games of the page, by name: whatever folder has a `game-ui.ts` is one, or several. */
import { cardOf } from '../lib/games';
import { tOr } from '../lib/language.svelte';
import type { GameName } from '../lib/wire';
import type { GameMeta, GameUi } from './board';
import { plainMeta } from './plain/plain-ui';

const FOUND = import.meta.glob<GameMeta[]>('./*/game-ui.ts', { eager: true, import: 'default' });

export const GAMES: ReadonlyMap<GameName, GameMeta> = new Map(
  Object.values(FOUND).flatMap((covers) => covers.map((cover) => [cover.name, cover])),
);

/** Return the cover of a game, a plain one where it has none here; throws where there is no such game. */
export const metaOf = async (game: GameName): Promise<GameMeta> =>
  GAMES.get(game) ?? plainMeta(await cardOf(game));

/** Return the cover of a game with what draws it. */
export async function loadGameUi(game: GameName): Promise<GameUi> {
  const cover = await metaOf(game);
  return { ...cover, ...(await cover.loadComponents()) };
}

export const titleOf = ({ name, title = name }: Pick<GameMeta, 'name' | 'title'>): string =>
  tOr(`title-${name}`, title);
