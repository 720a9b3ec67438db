/** Days in a row on which the reader has played the deal of the day. Days are of UTC, such as "2026-11-15". */
import { get } from './api';
import type { TableCard, TablePage } from './wire';

const DAY_MS = 86_400_000;

export const today = (): string => dayOf(Date.now());

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const before = (day: string, count: number): string => dayOf(Date.parse(day) - count * DAY_MS);

/** Return the last `count` days up to `day`, the oldest first. */
export const lastDays = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => before(day, count - 1 - index));

/** Return the number of days in a row up to `day`; `day` itself may still be missing. */
export function streakOf(days: string[], day: string): number {
  const played = new Set(days);
  let count = 0;
  for (let at = played.has(day) ? day : before(day, 1); played.has(at); at = before(at, 1)) count++;
  return count;
}

/** Return the days whose deal of the day is among these finished games. */
export const daysOf = (played: TableCard[]): string[] =>
  played.flatMap(({ terms: { day, deal } }) => (day && deal?.startsWith(day) ? [day] : []));

/** Return the newest 100 finished games of the reader; none for a reader whom the server does not know. */
export const finishedGames = (): Promise<TableCard[]> =>
  get<TablePage>('/me/tables?status=over&limit=100').then(
    ({ tables }) => tables,
    () => [],
  );
