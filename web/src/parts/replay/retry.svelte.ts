/** A moment of the review: the position before a move, and tries to find a better one. */
import type { Finding } from '../../engine/review';
import type { GameUi, Mark, Situation } from '../../games/board';
import { callLocal } from '../../lib/local-tables';
import { compare } from '../../lib/suggestions';
import type { Effect, MoveIllegal, StudyResult } from '../../lib/wire';
import type { Review } from './review.svelte';

/** Verdict on a try. */
export type Verdict = 'best' | 'as-good' | 'closer' | 'played' | 'no-better';
/** A moment is looked at, tried, judged, or shown with its answer. */
export type Phase = 'asked' | 'trying' | 'judging' | 'judged' | 'shown';

/** A try that loses less than this share of the win, or part of a point, is as good as the best. */
const [AS_GOOD, AS_GOOD_POINTS] = [0.01, 0.5];

export class Retry {
  moment = $state.raw<Finding | null>(null);
  phase = $state<Phase>('asked');
  verdict = $state<Verdict | null>(null);
  /** The position before the move, as its player saw it. */
  shown = $state.raw<StudyResult | null>(null);
  tried = $state.raw<Effect | null>(null);
  /** Grows with every try: the board begins again. */
  tries = $state(0);
  /** Verdicts by ply, as far as moments were found or shown. */
  readonly results = $state<Record<number, 'found' | 'shown'>>({});

  constructor(
    private readonly review: Review,
    private readonly face: GameUi,
  ) {}

  /** The moves to choose from, while one is looked for. */
  get moves(): string[] | null {
    return this.phase === 'trying' ? (this.shown?.legal ?? null) : null;
  }

  /** True if the better move may be shown. */
  get isAnswered(): boolean {
    return this.phase === 'shown' || this.verdict === 'best' || this.verdict === 'as-good';
  }

  /** The moves to draw onto the board. */
  get marks(): Mark[] {
    if (!this.moment || this.phase === 'trying') return [];
    const { played, best } = this.moment;
    const { tried } = this;
    const marks: Mark[] = this.isAnswered
      ? [{ ...markOf(best, '✓'), rank: 1, sign: 'better' }]
      : [];
    if (tried && tried.move !== played.move && tried.move !== best.move)
      marks.push({ ...markOf(tried, this.isAnswered ? '✓' : '~'), rank: 3 });
    return [...marks, { ...markOf(played, '✗'), rank: 2, sign: 'played' }];
  }

  /** Show a moment; its answer stays hidden, unless it was found or shown before. */
  async open(moment: Finding): Promise<void> {
    this.moment = moment;
    this.tried = this.verdict = this.shown = null;
    this.phase = this.results[moment.ply] ? 'shown' : 'asked';
    const shown = await this.#study([]);
    if (this.moment === moment) this.shown = shown;
  }

  close(): void {
    this.moment = null;
  }

  try(): void {
    this.tried = this.verdict = null;
    this.phase = 'trying';
    this.tries++;
  }

  show(): void {
    this.phase = 'shown';
    this.results[this.moment!.ply] ??= 'shown';
  }

  /** Judge a move of the reader. */
  async play(move: string): Promise<void> {
    const { moment } = this;
    if (!moment || this.phase !== 'trying') return;
    this.phase = 'judging';
    this.tries++;
    try {
      const [tried] = (await this.preview([move])) as [Effect];
      const verdict = await this.#judge(moment, tried);
      if (this.moment !== moment) return;
      this.tried = tried;
      this.verdict = verdict;
      this.phase = 'judged';
      if (this.isAnswered) this.results[moment.ply] = 'found';
    } catch (error) {
      this.phase = 'trying';
      throw error;
    }
  }

  async #judge({ played, best, steps }: Finding, tried: Effect): Promise<Verdict> {
    if (tried.move === best.move) return 'best';
    if (tried.move === played.move) return 'played';
    const moves = [best.move, played.move, tried.move];
    const [most, least, value] = await callLocal('compareMoves', { ...(await this.#at()), moves });
    const isTotal = steps[0]!.change.length === 1;
    const sign = Math.sign(most! - least!) || 1;
    if (sign * (most! - value!) < (isTotal ? AS_GOOD_POINTS : AS_GOOD)) return 'as-good';
    return sign * (value! - least!) > 0 ? 'closer' : 'no-better';
  }

  /** Return what moves would do here. */
  async preview(moves: string[]): Promise<(Effect | MoveIllegal)[]> {
    return (await this.#study(moves)).effects;
  }

  /** Return what the better move does that another does not, in the game's words. */
  why(other: Effect, given: Situation): string[] {
    const points = (effect: Effect) => this.face.points?.(effect, given) ?? [];
    return compare(points(this.moment!.best), points(other)).does;
  }

  async #study(preview: string[]): Promise<StudyResult> {
    const { game, state } = await this.#at();
    return callLocal('study', { game, position: state, seat: this.moment!.seat, preview });
  }

  async #at(): Promise<{ game: string; state: string }> {
    const { game, states, first } = await this.review.readStates();
    return { game, state: states[this.moment!.ply - first]! };
  }
}

const markOf = (effect: Effect, label: string): Omit<Mark, 'rank'> => ({
  move: effect.move,
  label,
  effect,
});
