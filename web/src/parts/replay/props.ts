/** Properties that the parts of a replay share. */
import type { GameFace, SeatLook } from '../../games/board';
import type { Replay } from '../../lib/replay.svelte';
import type { Box, Played } from '../../lib/wire';
import type { Retry } from './retry.svelte';
import type { Review } from './review.svelte';

export interface ReplayProps {
  replay: Replay;
  review: Review;
  /** The moment of the review that is open. */
  retry: Retry;
  face: GameFace;
  box: Box;
  seats: SeatLook[];
  /** Show a move on the board, or none. */
  point: (played: Played | null) => void;
}
