/** The legal moves, sorted for picking a tile first and a place next. */
import { FINISH, REFILL, TAKE } from './facts';
import type { Place, Slot } from './types';

/** A move without a tile. */
export type Other = typeof REFILL | typeof FINISH;

/** A legal place for a tile, and the move that lays it there. */
export interface Open extends Place {
  move: string;
}

export interface Choices {
  /** The legal places for a slot's tile. */
  places: Map<Slot, Open[]>;
  mayRefill: boolean;
  mayFinish: boolean;
}

export function choicesOf(moves: readonly string[] | null): Choices {
  const places = new Map<Slot, Open[]>();
  for (const move of moves ?? []) {
    const take = parseTake(move);
    if (take) places.set(take.slot, [...(places.get(take.slot) ?? []), { ...take, move }]);
  }
  const has = (move: string) => moves?.includes(move) ?? false;
  return { places, mayRefill: has(REFILL), mayFinish: has(FINISH) };
}

/** Slot and place of a take; null for another kind of move. */
export function parseTake(move: string): ({ slot: Slot } & Place) | null {
  const found = TAKE.exec(move);
  return found && { slot: Number(found[1]), x: Number(found[2]), y: Number(found[3]) };
}

export const isSame = (a: Place | null, b: Place | null): boolean =>
  a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y);

export const keyOf = ({ x, y }: Place): string => `${x},${y}`;
