/** Who stands where at the end, as the server counted. */
import type { Seat } from '../../lib/wire';
import type { PieceName, PolyssimoScene } from './types';

export interface Standing {
  seat: Seat;
  place: number;
  left: number;
  pieces: PieceName[];
  /** Higher than the next one with the same count. */
  wonTie: boolean;
}

export function standingsOf(scene: PolyssimoScene): Standing[] {
  const places = scene.places ?? [];
  const order = scene.seats.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);
  return order.map((seat, index) => {
    const { left, pieces } = scene.seats[seat]!;
    const next = order[index + 1];
    const isTie = next !== undefined && scene.seats[next]!.left === left;
    return {
      seat,
      place: places[seat]!,
      left,
      pieces,
      wonTie: isTie && places[next]! > places[seat]!,
    };
  });
}
