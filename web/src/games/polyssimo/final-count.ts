/** The end of a game: the count on the board, and the standings as the server counted them. */
import type { Seat } from '../../lib/wire';
import type { Gain, Situation } from '../board';
import { pieceOf } from './geometry';
import type { PieceName, PolyssimoBox, PolyssimoScene } from './types';

export function count({ box, scene }: Situation): Gain[][] {
  const { seats } = scene as PolyssimoScene;
  const most = Math.max(...seats.map(({ pieces }) => pieces.length));
  return Array.from({ length: most }, (_, n) =>
    seats.flatMap(({ pieces }, seat) => {
      const name = pieces[n];
      if (name === undefined) return [];
      const at = [`[data-area="${seat}"] [data-piece="${name}"] svg`];
      return [{ seat, points: pieceOf(box as PolyssimoBox, name).size, at }];
    }),
  );
}

export interface FinalStanding {
  seat: Seat;
  place: number;
  left: number;
  pieces: PieceName[];
  /** Higher than the next one with the same count. */
  wonTie: boolean;
}

export function standingsOf(scene: PolyssimoScene): FinalStanding[] {
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
