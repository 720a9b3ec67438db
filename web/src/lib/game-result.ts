/** Helpers for the end of a game: the order of the seats, the deciding row, the best total so far. */
import { t } from './language.svelte';
import type { Seat } from './wire';

/** The seats, the first of them first. */
export const byPlace = (places: readonly number[]): Seat[] =>
  places.map((_, seat) => seat).sort((one, other) => places[one]! - places[other]!);

/** The row of a count in which the first gained most on the second, in words; "" if in none. */
export function decidedBy(
  rows: { name: string; points: number[] }[],
  places: readonly number[],
): string {
  const [first, second] = byPlace(places) as [Seat, Seat];
  const lead = ({ points }: { points: number[] }) => points[first]! - points[second]!;
  const row = rows.reduce((best, other) => (lead(other) > lead(best) ? other : best));
  if (lead(row) <= 0) return '';
  return t('decided-row', {
    row: row.name,
    first: row.points[first]!,
    second: row.points[second]!,
  });
}

/**
 * Remember the total of a game for one, where less is better; return the best of earlier games, null before
 * there was one. A table that is asked about again answers as before.
 */
export function bestBefore(table: string, game: string, total: number): number | null {
  const key = `tilewright.best ${game}`;
  interface Kept {
    table?: string;
    best?: number;
    before?: number | null;
  }
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Kept;
    if (kept.table === table) return kept.before ?? null;
    const before = kept.best ?? null;
    const best = Math.min(total, before ?? total);
    localStorage.setItem(key, JSON.stringify({ table, before, best } satisfies Kept));
    return before;
  } catch {
    return null; // storage is blocked
  }
}
