/** How well somebody solves puzzles: on their scale, which is that of players and bots. Kept in this browser. */
import type { GameName, PuzzleCard } from '../../lib/wire';

export interface Solver {
  rating: number;
  /** Puzzles by id: whether the first try was right. */
  tried: Record<string, boolean>;
  /** The most that were found in one go against the clock. */
  streak?: number;
}

const KEY = 'tilewright.puzzles';
const BEGINNER: Solver = { rating: 25, tried: {} };
/** As the ratings of players and bots have it. */
const SPREAD = 5.9;
/** The first tries move a rating most. */
const FIRST_STEP = 6;
const LAST_STEP = 1;

export function load(): Partial<Record<GameName, Solver>> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<GameName, Solver>;
  } catch {
    return {};
  }
}

export const solverOf = (game: GameName): Solver => ({ ...BEGINNER, ...load()[game] });

export function remember(game: GameName, news: Partial<Solver>): void {
  try {
    const kept = load();
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [game]: { ...kept[game], ...news } }));
  } catch {
    // A browser that keeps nothing: it holds for this visit.
  }
}

/** After a first try. A puzzle is an opponent: whoever finds its answer has beaten it. */
export function after(solver: Solver, { id, rating }: PuzzleCard, isRight: boolean): Solver {
  if (id in solver.tried) return solver;
  const step = Math.max(LAST_STEP, FIRST_STEP / (1 + Object.keys(solver.tried).length / 5));
  const expected = 1 / (1 + Math.exp((rating - solver.rating) / SPREAD));
  return {
    rating: solver.rating + step * (Number(isRight) - expected),
    tried: { ...solver.tried, [id]: isRight },
  };
}

/** The one that is as hard as the solver is good; those tried before come last. */
export function nearest(puzzles: PuzzleCard[], solver: Solver, not?: string): PuzzleCard {
  const distance = ({ id, rating }: PuzzleCard) =>
    Math.abs(rating - solver.rating) + (id in solver.tried ? 1000 : 0) + (id === not ? 2000 : 0);
  return puzzles.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
