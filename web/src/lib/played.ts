/** Games that somebody has finished, sorted by what one wants to see of them. */
import type { TableCard } from './wire';

/** What is left out asks for nothing. */
export interface Wish {
  game?: string;
  /** The name of somebody else at the table. */
  other?: string;
  result?: 'won' | 'lost';
  rated?: 'rated' | 'unrated';
}

/** Whether whoever the list is of came first; null where there was no outcome. */
export function hasWon({ outcome, seats }: TableCard): boolean | null {
  return outcome ? seats.some((seat) => outcome.places[seat] === 1) : null;
}

/** Who else sat there. */
export const othersAt = ({ chairs, seats }: TableCard): string[] =>
  chairs.filter((name, seat) => name !== null && !seats.includes(seat)) as string[];

export function isWished(table: TableCard, { game, other, result, rated }: Wish): boolean {
  if (game && table.terms.game !== game) return false;
  if (other && !othersAt(table).includes(other)) return false;
  if (result && hasWon(table) !== (result === 'won')) return false;
  return !rated || (table.terms.rated ?? false) === (rated === 'rated');
}
