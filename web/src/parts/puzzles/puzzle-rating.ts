/** The reader's rating in puzzles, on the scale of players and bots. Kept in this browser. */
import type { GameName, PuzzleCard } from '../../lib/wire';

export interface SolverRating {
  rating: number;
  /** By id of a puzzle: true if the first try was right. */
  tried: Record<string, boolean>;
  /** Most puzzles found in one run against the clock. */
  streak?: number;
}

const KEY = 'tilewright.puzzles';
const BEGINNER: SolverRating = { rating: 25, tried: {} };
/** Rating points of players and bots per natural logarithm of the odds. */
const SPREAD = 5.9;
/** The scale that the page shows: the first rating, and points per logarithm of the odds, as Elo's. */
const [SHOWN_START, SHOWN_SPREAD] = [1500, 400 / Math.LN10];
/** Largest changes of a rating: at the first try, and after many. */
const FIRST_STEP = 6;
const LAST_STEP = 1;

export function loadRatings(): Partial<Record<GameName, SolverRating>> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<GameName, SolverRating>;
  } catch {
    return {};
  }
}

export const ratingOf = (game: GameName): SolverRating => ({ ...BEGINNER, ...loadRatings()[game] });

export function saveRating(game: GameName, news: Partial<SolverRating>): void {
  try {
    const kept = loadRatings();
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [game]: { ...kept[game], ...news } }));
  } catch {
    // A browser that stores nothing: the rating lasts for this visit.
  }
}

/** Return a rating as the page shows it: 1500 for a beginner, 400 points for odds of 10 to 1. */
export const shownRating = (rating: number): number =>
  Math.round(SHOWN_START + ((rating - BEGINNER.rating) / SPREAD) * SHOWN_SPREAD);

/** Return the solver after a first try. A puzzle counts as an opponent that is beaten by its answer. */
export function ratingAfter(
  solver: SolverRating,
  { id, rating }: PuzzleCard,
  isRight: boolean,
): SolverRating {
  if (id in solver.tried) return solver;
  const step = Math.max(LAST_STEP, FIRST_STEP / (1 + Object.keys(solver.tried).length / 5));
  const expected = 1 / (1 + Math.exp((rating - solver.rating) / SPREAD));
  return {
    rating: solver.rating + step * (Number(isRight) - expected),
    tried: { ...solver.tried, [id]: isRight },
  };
}

/** Return the puzzle whose rating is nearest to the solver's; those tried before come last. */
export function nearest(puzzles: PuzzleCard[], solver: SolverRating, not?: string): PuzzleCard {
  const distance = ({ id, rating }: PuzzleCard) =>
    Math.abs(rating - solver.rating) + (id in solver.tried ? 1000 : 0) + (id === not ? 2000 : 0);
  return puzzles.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
