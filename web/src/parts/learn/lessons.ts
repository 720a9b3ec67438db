/** Lessons are fetched as data, not as code. */
import type { GameCover } from '../../games/board';
import type { Script } from '../../lib/lesson.svelte';
import { NOWHERE } from '../../lib/error-text';

export async function fetchLesson({ name, lesson }: GameCover): Promise<Script> {
  if (!lesson) throw NOWHERE;
  const response = await fetch(lesson);
  if (!response.ok) throw new Error(`lesson not found: ${name}`);
  return (await response.json()) as Script;
}
