/** The count on the board: the squares of the pieces that were left over, piece by piece. */
import type { Gain, Situation } from '../board';
import { pieceOf } from './geometry';
import type { PolyssimoBox, PolyssimoScene } from './types';

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
