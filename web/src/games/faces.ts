/** The games of the page, by name: whatever folder has a `face.ts` is one, or several. */
import { cardOf } from '../lib/games';
import { tOr } from '../lib/language.svelte';
import type { GameName } from '../lib/wire';
import type { GameFace } from './board';
import { plainFace } from './plain/plain';

const FOUND = import.meta.glob<GameFace[]>('./*/face.ts', { eager: true, import: 'default' });

export const FACES: ReadonlyMap<GameName, GameFace> = new Map(
  Object.values(FOUND).flatMap((faces) => faces.map((face) => [face.name, face])),
);

/** The face of a game, a plain one where it has none here; throws where there is no such game. */
export const faceOf = async (game: GameName): Promise<GameFace> =>
  FACES.get(game) ?? plainFace(await cardOf(game));

export const titleOf = ({ name, title = name }: Pick<GameFace, 'name' | 'title'>): string =>
  tOr(`title-${name}`, title);
