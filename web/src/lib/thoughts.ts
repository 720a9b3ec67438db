/** What a bot thinks of a position, for people: a few ideas, and what sets them apart. */
import type { GameFace, Mark, Point, Situation } from '../games/board';
import { t } from './language.svelte';
import { percent } from './numbers';
import type { AnalysisShown, MoveThought } from './wire';

/** Moves that come to the same; the first is the best of them. */
export interface Idea {
  thought: MoveThought;
  moves: string[];
  /** What speaks for it beside the best of the others, and what against it. */
  better: string[];
  worse: string[];
}

/** The ideas behind the moves, best first. */
export function ideasOf({ moves }: AnalysisShown, face: GameFace, given: Situation): Idea[] {
  const groups = new Map<string, MoveThought[]>();
  for (const thought of moves) {
    const key = face.idea?.(thought.effect) ?? thought.move;
    groups.set(key, [...(groups.get(key) ?? []), thought]);
  }
  const best = [...groups.values()].map((group) => group[0]!);
  const points = best.map(({ effect }) => face.points?.(effect, given) ?? []);
  return [...groups.values()].map((group, index) => ({
    thought: group[0]!,
    moves: group.map(({ move }) => move),
    ...compare(points[index]!, points[index === 0 ? 1 : 0] ?? []),
  }));
}

/** What one move has before another, and the other before it. */
export function compare(own: Point[], rival: Point[]): Pick<Idea, 'better' | 'worse'> {
  const find = (points: Point[], { key }: Point) => points.find((point) => point.key === key);
  const isAhead = (point: Point, other?: Point) => point.value > (other?.value ?? 0);
  const ahead = own.filter((point) => isAhead(point, find(rival, point)));
  const behind = rival.filter((point) => isAhead(point, find(own, point)));
  return {
    better: ahead.map(({ text }) => text),
    worse: behind.map((point) => find(own, point)?.text ?? t('hint-without', { what: point.text })),
  };
}

/** What stands beside a move: a chance, or the total to expect. */
export function worth({ expected, chance }: MoveThought): string {
  if (expected != null) return String(Math.round(expected));
  return chance === null ? '' : percent(chance);
}

export const marksOf = (ideas: Idea[]): Mark[] =>
  ideas.map(({ thought }, index) => ({
    move: thought.move,
    label: worth(thought),
    rank: index + 1,
    effect: thought.effect,
  }));
