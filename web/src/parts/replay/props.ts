/** What the parts of a replay are given. */
import type { GameFace, SeatLook } from '../../games/board';
import type { Replay } from '../../lib/replay.svelte';
import type { Idea } from '../../lib/thoughts';
import type { Box, Played } from '../../lib/wire';
import type { Study } from './study.svelte';

export interface ReplayProps {
  replay: Replay;
  study: Study;
  /** What the bot would play at the ply that is shown; none while it was not asked. */
  ideas: Idea[];
  /** Bound: the move of those that is shown by itself. */
  chosen: string | null;
  face: GameFace;
  box: Box;
  seats: SeatLook[];
  /** Shows a move on the board, or none. */
  point: (played: Played | null) => void;
}
