/** Moves of other players since the reader's last turn. */
import type { Played, Seat } from './wire';

/**
 * The moves of the others since `viewer` moved last; right after that, those before it, until there
 * are new ones. For a spectator: one round.
 */
export function recentMovesFor(
  moveHistory: readonly Played[],
  viewer: Seat | null,
  players: number,
): Played[] {
  if (viewer === null) return moveHistory.slice(-players);
  const end = moveHistory.findLastIndex(({ seat }) => seat !== viewer) + 1;
  const start = moveHistory.slice(0, end).findLastIndex(({ seat }) => seat === viewer) + 1;
  return moveHistory.slice(start, end);
}
