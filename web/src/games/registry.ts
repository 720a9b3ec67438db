/** The games of the page, by name: whatever folder has a `game-ui.ts` is one, or several. */
import { cardOf } from '../lib/games';
import { tOr } from '../lib/language.svelte';
import type { GameName } from '../lib/wire';
import type { GameCover, GameFace } from './board';
import { plainCover } from './plain/plain-ui';

const FOUND = import.meta.glob<GameCover[]>('./*/game-ui.ts', { eager: true, import: 'default' });

export const COVERS: ReadonlyMap<GameName, GameCover> = new Map(
  Object.values(FOUND).flatMap((covers) => covers.map((cover) => [cover.name, cover])),
);

/** Return the cover of a game, a plain one where it has none here; throws where there is no such game. */
export const coverOf = async (game: GameName): Promise<GameCover> =>
  COVERS.get(game) ?? plainCover(await cardOf(game));

/** Return the cover of a game with what draws it. */
export async function faceOf(game: GameName): Promise<GameFace> {
  const cover = await coverOf(game);
  return { ...cover, ...(await cover.draw()) };
}

export const titleOf = ({ name, title = name }: Pick<GameCover, 'name' | 'title'>): string =>
  tOr(`title-${name}`, title);
