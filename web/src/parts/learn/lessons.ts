/** The lessons, in the order in which they are best taken. They are fetched as data, not as code. */
import { FACES } from '../../games/faces';
import type { Script } from '../../lib/lesson.svelte';
import type { GameName } from '../../lib/wire';

const FILES = import.meta.glob<string>('../../lessons/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const LESSONS: { game: GameName; steps: number; after?: GameName }[] = [
  { game: 'nova-luna', steps: 10 },
  { game: 'nova-luna-solo', steps: 6, after: 'nova-luna' },
  { game: 'my-shelfie', steps: 9 },
  { game: 'polyssimo', steps: 8 },
];

/** A game that somebody named in an address, if there is one. */
export const gameCalled = (name: string): GameName | null =>
  Object.hasOwn(FACES, name) ? (name as GameName) : null;

export async function fetchLesson(game: GameName): Promise<Script> {
  const response = await fetch(FILES[`../../lessons/${game}.json`]!);
  if (!response.ok) throw new Error(`lesson not found: ${game}`);
  return (await response.json()) as Script;
}
