/** What a strong bot thinks of a game that is over: of one ply when asked, of all in small, and looking back. */
import { get, open, post } from '../../lib/api';
import { identity } from '../../lib/identity.svelte';
import { inviteOf } from '../../lib/paths';
import { pathOf, type Replay } from '../../lib/replay.svelte';
import type { AnalysisShown, Chances, ReviewShown } from '../../lib/wire';
import { readLines } from './lines';

const SECONDS = 2;
/** Moves that are told: enough to find the one that was played among them. */
const MOST = 30;

export class Study {
  readonly thoughts = $state<Record<number, AnalysisShown>>({});
  forecasts = $state.raw<Chances[]>([]);
  /** The ply that is being thought about. */
  thinking = $state<number | null>(null);
  isForetelling = $state(false);
  problem = $state.raw<unknown>(null);
  review = $state.raw<ReviewShown | null>(null);
  isReviewing = $state(false);
  reviewProblem = $state.raw<unknown>(null);
  #thinker = new AbortController();
  /** Of what is asked once: ends when the reader leaves. */
  #asker = new AbortController();
  /** What is under way: one person has one analysis at a time. */
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly replay: Pick<Replay, 'source' | 'invite'>) {}

  /** Think about a ply; what was thought about another is given up. */
  async think(ply: number): Promise<void> {
    this.#thinker.abort();
    const { signal } = (this.#thinker = new AbortController());
    this.thinking = ply;
    this.problem = null;
    await this.#inTurn(() => this.#thinkOf(ply, signal));
  }

  async #thinkOf(ply: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#beKnown();
      const { source, invite } = this.replay;
      const task = { ...source, invite, ply, seconds: SECONDS, most: MOST };
      if (!signal.aborted)
        this.thoughts[ply] = await post<AnalysisShown>('/analysis', task, signal);
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    } finally {
      if (this.#thinker.signal === signal) this.thinking = null;
    }
  }

  /** Give up thinking about any ply but this. */
  moveOn(ply: number): void {
    if (this.thinking === null || this.thinking === ply) return;
    this.#thinker.abort();
    this.thinking = null;
  }

  /** The whole game in small; asked once. */
  foretell(): void {
    if (this.isForetelling || this.forecasts.length > 0) return;
    this.isForetelling = true;
    this.problem = null;
    void this.#inTurn(() => this.#readForecasts(this.#asker.signal));
  }

  async #readForecasts(signal: AbortSignal): Promise<void> {
    try {
      await this.#beKnown();
      const { source, invite } = this.replay;
      const { body } = await open(pathOf(source, '/chances', [inviteOf(invite)]), signal);
      for await (const forecast of readLines<Chances>(body!)) {
        this.forecasts = [...this.forecasts, forecast];
      }
    } catch (error) {
      if (signal.aborted) return;
      this.forecasts = []; // half a graph would look like a whole one
      this.problem = error;
    } finally {
      this.isForetelling = false;
    }
  }

  /** What the whole game teaches; asked once. */
  lookBack(): void {
    if (this.isReviewing || this.review) return;
    this.isReviewing = true;
    this.reviewProblem = null;
    void this.#inTurn(() => this.#readReview(this.#asker.signal));
  }

  async #readReview(signal: AbortSignal): Promise<void> {
    try {
      await this.#beKnown();
      const { source, invite } = this.replay;
      const path = pathOf(source, '/review', [inviteOf(invite)]);
      this.review = await get<ReviewShown>(path, signal);
    } catch (error) {
      if (!signal.aborted) this.reviewProblem = error;
    } finally {
      this.isReviewing = false;
    }
  }

  /** Each waits for the one before; none of them throws. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    return (this.#last = this.#last.then(work));
  }

  /** Analyses are counted for each person. */
  #beKnown(): Promise<void> {
    const { source } = this.replay;
    return identity.needAt('table' in source ? source.table : '');
  }

  leave(): void {
    this.#thinker.abort();
    this.#asker.abort();
  }
}
