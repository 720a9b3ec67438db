/** The games of the page, by name: whatever folder has a `face.ts` is one, or several. */
import { tOr } from '../lib/language.svelte';
import { NOWHERE } from '../lib/problems';
import type { GameName } from '../lib/wire';
import type { GameFace } from './board';

const FOUND = import.meta.glob<GameFace[]>('./*/face.ts', { eager: true, import: 'default' });

export const FACES: ReadonlyMap<GameName, GameFace> = new Map(
  Object.values(FOUND).flatMap((faces) => faces.map((face) => [face.name, face])),
);

/** The face of a game that somebody named; throws where there is none. */
export async function faceOf(game: GameName): Promise<GameFace> {
  const face = FACES.get(game);
  if (!face) throw NOWHERE;
  return face;
}

export const titleOf = ({ name, title = name }: GameFace): string => tOr(`title-${name}`, title);

/** The parts of the words that show a game: its card, and what else is asked for. */
export const wordsOf = ({ words }: GameFace, ...parts: string[]): string[] =>
  ['card', ...parts].map((part) => `${words}/${part}`);
