/** Moves of other players since the reader's last turn. */
import type { Played, Seat } from './wire';

/**
 * The moves of the others since `viewer` moved last; right after that, those before it, until there
 * are new ones. For a spectator: one round.
 */
export function newsFor(story: readonly Played[], viewer: Seat | null, players: number): Played[] {
  if (viewer === null) return story.slice(-players);
  const end = story.findLastIndex(({ seat }) => seat !== viewer) + 1;
  const start = story.slice(0, end).findLastIndex(({ seat }) => seat === viewer) + 1;
  return story.slice(start, end);
}
