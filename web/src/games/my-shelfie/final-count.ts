/** The count on the board: tokens of the goals, the end token, personal cards, then groups, the largest first. */
import type { Gain, Situation } from '../board';
import { placeKey } from './geometry';
import type { Place, ShelfieScene } from './types';

export function count({ scene }: Situation): Gain[][] {
  const { goals, seats } = scene as ShelfieScene;
  const rows = Math.max(...seats.map(({ groups }) => groups.length));
  const each = (gain: (seat: number) => Omit<Gain, 'seat'>): Gain[] =>
    seats.map((_, seat) => ({ seat, ...gain(seat) })).filter(({ points }) => points > 0);
  const steps = [
    ...goals.map((_, n) =>
      each((seat) => ({ points: seats[seat]!.tokens[n]!, at: [`[data-goal="${n}"]`] })),
    ),
    each((seat) => ({ points: seats[seat]!.points.end, at: [`[data-seat="${seat}"]`] })),
    each((seat) => {
      const { points, matched } = seats[seat]!;
      return { points: points.card ?? 0, at: placesOf(seat, matched ?? []) };
    }),
    ...Array.from({ length: rows }, (_, n) =>
      each((seat) => {
        const group = seats[seat]!.groups.toSorted((a, b) => b.points - a.points)[n];
        return { points: group?.points ?? 0, at: placesOf(seat, group?.cells ?? []) };
      }),
    ),
  ];
  return steps.filter((gains) => gains.length > 0);
}

const placesOf = (seat: number, places: readonly Place[]): string[] =>
  places.map((place) => `[data-seat="${seat}"] [data-place="${placeKey(place)}"] .place`);
