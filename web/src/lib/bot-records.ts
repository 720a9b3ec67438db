/** Results of the reader against the bots. */
import type { GameName, TableCard } from './wire';

/** By level. */
export type BotRecords = Record<number, { won: number; lost: number }>;

/** Return the level of the bots in a game of one person against bots of one level; null for other games. */
export function levelOf({ chairs, seats }: TableCard): number | null {
  const others = new Set(chairs.filter((_, seat) => !seats.includes(seat)));
  const level = /^level-(\d)$/.exec([...others][0] ?? '')?.[1];
  return seats.length === 1 && others.size === 1 && level ? Number(level) : null;
}

/** Count finished games of one kind against the bots of each level. */
export function recordsOf(played: TableCard[], game: GameName): BotRecords {
  const records: BotRecords = {};
  for (const table of played) {
    const level = levelOf(table);
    if (level === null || !table.outcome || table.terms.game !== game) continue;
    const record = (records[level] ??= { won: 0, lost: 0 });
    record[table.outcome.places[table.seats[0]!] === 1 ? 'won' : 'lost']++;
  }
  return records;
}
