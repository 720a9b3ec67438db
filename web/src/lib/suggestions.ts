/** Hints for people: a few different ideas, each with a sentence that sets it apart. */
import type { GameMeta, Mark, Reason, Situation } from '../games/board';
import { t } from './language.svelte';
import { percent } from './numbers';
import type { Analysis, CandidateMove } from '../engine/analysis';

/** Moves with the same effect; the first is the best of them. */
export interface Suggestion {
  thought: CandidateMove;
  moves: string[];
  /** Its gains and losses beside the best of the others; may be empty. */
  sentence: string;
}

/** Return the ideas behind the moves, best first. */
export function suggestionsOf({ moves }: Analysis, face: GameMeta, given: Situation): Suggestion[] {
  const groups = new Map<string, CandidateMove[]>();
  for (const thought of moves) {
    const key = face.suggestionKey?.(thought.effect) ?? thought.move;
    groups.set(key, [...(groups.get(key) ?? []), thought]);
  }
  const best = [...groups.values()].map((group) => group[0]!);
  const points = best.map(({ effect }) => face.points?.(effect, given) ?? []);
  return [...groups.values()].map((group, index) => ({
    thought: group[0]!,
    moves: group.map(({ move }) => move),
    sentence: comparisonText(
      compare(points[index]!, points[index === 0 ? 1 : 0] ?? []),
      index === 0,
    ),
  }));
}

/** The gains of one move over another, and its losses. */
export interface Comparison {
  does: string[];
  lost: string[];
}

/** Compare the points of two moves, kind by kind. */
export function compare(own: Reason[], rival: Reason[]): Comparison {
  const find = (points: Reason[], { key }: Reason) => points.find((point) => point.key === key);
  const isAhead = (point: Reason, other?: Reason) => point.value > (other?.value ?? 0);
  const behind = rival.filter((point) => isAhead(point, find(own, point)));
  return {
    does: own.filter((point) => isAhead(point, find(rival, point))).map(({ text }) => text),
    lost: behind.map((point) => {
      const mine = find(own, point);
      // A cost, or nothing at all, is told as it is: "costs 5 time", "covers nothing".
      if (mine && (point.value <= 0 || mine.value <= 0)) return mine.text;
      return t('hint-without', { what: point.text });
    }),
  };
}

/** Return one sentence: what the move does, then what it gives up. */
function comparisonText(compared: Comparison, isBest: boolean): string {
  const [does, lost] = [compared.does.join(', '), compared.lost.join(', ')];
  if (does && lost) return capital(t('hint-both', { does, lost }));
  if (lost && isBest) return capital(t('hint-pays-later', { lost }));
  return capital(does || lost);
}

const capital = (text: string): string =>
  text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Return the figure beside a move: a chance, or the expected total. */
export function worth({ expected, chance }: CandidateMove): string {
  if (expected != null) return String(Math.round(expected));
  return chance === null ? '' : percent(chance);
}

export const marksOf = (ideas: Suggestion[]): Mark[] =>
  ideas.map(({ thought }, index) => ({
    move: thought.move,
    label: worth(thought),
    rank: index + 1,
    effect: thought.effect,
  }));
