/** The final count comes row by row, as somebody would write it down; then it is known who won. */
import { t } from './language.svelte';
import { moving } from './settings.svelte';
import { after } from './timing';
import type { Seat } from './wire';

const STEP = 320;
const FRAMES = [{ opacity: 0, transform: 'translateY(6px)' }, {}];

/** An attachment: what is marked `data-row` appears one after the other, by its number if it has one. */
export const counting = (done: () => void) => (pad: HTMLElement) => {
  const rows = [...pad.querySelectorAll<HTMLElement>('[data-row]')];
  const step = moving(STEP);
  rows.forEach((row, index) => {
    const delay = step * Number(row.dataset.row || index);
    if (step) row.animate(FRAMES, { duration: STEP, delay, fill: 'backwards' });
  });
  return after(step * rows.length, done);
};

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
