/** What several have found, each for itself. */
import type { AnalysisShown, MoveThought } from '../lib/wire.ts';

/** Trees that grew apart, as one: a move's chance is the average over their iterations. */
export function merged(found: AnalysisShown[]): AnalysisShown {
  const moves = new Map<string, MoveThought>();
  for (const one of found.flatMap((analysis) => analysis.moves)) {
    const known = moves.get(one.move);
    moves.set(one.move, known ? joined(known, one) : one);
  }
  return {
    ...found[0]!,
    iterations: found.reduce((sum, { iterations }) => sum + iterations, 0),
    moves: [...moves.values()].sort((a, b) => b.visits - a.visits),
  };
}

function joined(a: MoveThought, b: MoveThought): MoveThought {
  const visits = a.visits + b.visits;
  const chance = (a.visits * a.chance! + b.visits * b.chance!) / Math.max(1, visits);
  return { ...a, visits, chance };
}
