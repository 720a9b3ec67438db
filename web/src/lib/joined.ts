/** Two lists of tables as one. */
import type { TableCard } from './wire';

/** The last to change first. One that began between the two answers is in both: as it runs. */
export function joined(running: TableCard[], waiting: TableCard[]): TableCard[] {
  const begun = new Set(running.map(({ id }) => id));
  return [...running, ...waiting.filter(({ id }) => !begun.has(id))].sort(
    (a, b) => b.updated - a.updated,
  );
}
