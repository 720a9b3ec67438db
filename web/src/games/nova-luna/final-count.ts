/** The count on the board: the stones that each seat has left, one by one. The fewest win. */
import type { Gain, Situation } from '../board';
import type { NovaLunaScene } from './types';

export function count({ scene }: Situation): Gain[][] {
  const { seats, solo } = scene as NovaLunaScene;
  if (solo) return []; // its sums are on the sheet
  const most = Math.max(...seats.map(({ discs }) => discs));
  return Array.from({ length: most }, (_, n) =>
    seats.flatMap(({ discs }, seat) =>
      n < discs ? [{ seat, points: 1, at: [`[data-area="${seat}"] [data-stone="${n}"]`] }] : [],
    ),
  );
}
