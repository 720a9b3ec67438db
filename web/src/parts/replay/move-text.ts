/** Players and moves in words. */
import type { GameFace, SeatLook } from '../../games/board';
import { playerName, seatLooks } from '../../games/seats';
import { t } from '../../lib/language.svelte';
import type { Replay } from '../../lib/replay.svelte';
import type { Box, ChairInfo, Played, Seat } from '../../lib/wire';

/** Return the looks of the seats; a record may lack names. Own seats stay own seats in any view. */
export function looksOf(
  replay: Pick<Replay, 'chairs' | 'mySeats'>,
  viewer: Seat | null,
): SeatLook[] {
  const { chairs, mySeats } = replay;
  return seatLooks(chairs.map(named), viewer, mySeats).map((look) => ({
    ...look,
    isMe: look.isMe && mySeats.includes(look.seat),
  }));
}

const named = (chair: ChairInfo, seat: Seat): ChairInfo =>
  chair.who ? chair : { ...chair, who: { kind: 'person', id: '', name: playerName(seat) } };

/** Return a move with its player's name, or the words for the beginning. */
export function moveName(
  played: Played | null,
  face: GameFace,
  box: Box,
  seats: SeatLook[],
): string {
  if (!played) return t('replay-beginning');
  return `${seats[played.seat]?.name ?? ''}: ${face.tell(played, box)}`;
}
