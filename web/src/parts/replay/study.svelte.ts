/**
 * What a strong bot thinks of a game that is over: of one ply when asked, of all in small, and looking back.
 * This device thinks itself where its engine is ready, deeper and deeper; else the server does.
 */
import { get, open, post, readLines } from '../../lib/api';
import { identity } from '../../lib/identity.svelte';
import { device } from '../../lib/local';
import { isReady } from '../../lib/own';
import type { Replay } from '../../lib/replay.svelte';
import type { AnalysisShown, Chances, ReviewShown, StatesShown } from '../../lib/wire';

type Analysts = InstanceType<Awaited<ReturnType<typeof device>>['Analysts']>;

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
  #states: Promise<StatesShown> | null = null;
  #analysts: Promise<Analysts> | null = null;

  constructor(
    private readonly replay: Pick<Replay, 'source' | 'invite' | 'game' | 'players' | 'pathTo'>,
  ) {}

  /** Think about a ply; what was thought about another is given up. */
  async think(ply: number): Promise<void> {
    this.stop();
    const { signal } = (this.#thinker = new AbortController());
    this.thinking = ply;
    this.problem = null;
    const think = () => this.#thinkOf(ply, signal);
    // What goes on for as long as one looks keeps nobody else waiting.
    await (this.#isOwn ? this.#last.then(think) : this.#inTurn(think));
  }

  /** What was found so far stays. */
  stop(): void {
    this.#thinker.abort();
    this.thinking = null;
  }

  async #thinkOf(ply: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#beKnown();
      const { source, invite } = this.replay;
      const task = { ...source, invite, ply, seconds: SECONDS, most: MOST };
      if (!signal.aborted && !(await this.#deepen(ply, signal)))
        this.thoughts[ply] = await post<AnalysisShown>('/analysis', task, signal);
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    } finally {
      if (this.#thinker.signal === signal) this.thinking = null;
    }
  }

  /** Give up thinking about any ply but this. */
  moveOn(ply: number): void {
    if (this.thinking !== null && this.thinking !== ply) this.stop();
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
      if (await this.#foretellHere(signal)) return;
      const { body } = await open(this.replay.pathTo('/chances'), signal);
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

  // --- On this device ---

  get #isOwn(): boolean {
    return isReady(this.replay.game);
  }

  /** False where this device cannot, and somebody else has to. */
  async #deepen(ply: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isOwn) return false;
    const { game, first, states } = await this.#readStates();
    const isForOne = this.replay.players === 1;
    const position = { game, state: states[ply - first]!, most: MOST, isForOne };
    return this.#here(signal, (analysts) =>
      analysts.deepen(position, signal, (found) => void (this.thoughts[ply] = found)),
    );
  }

  async #foretellHere(signal: AbortSignal): Promise<boolean> {
    if (!this.#isOwn) return false;
    const { game, states } = await this.#readStates();
    return this.#here(signal, (analysts) =>
      analysts.foretell(game, states, signal, (found) => void (this.forecasts = found)),
    );
  }

  /** The game for an engine of our own; refused where an analysis is. */
  #readStates(): Promise<StatesShown> {
    this.#states ??= get<StatesShown>(this.replay.pathTo('/states'));
    this.#states.catch(() => (this.#states = null));
    return this.#states;
  }

  async #here(signal: AbortSignal, work: (analysts: Analysts) => Promise<void>): Promise<boolean> {
    this.#analysts ??= device().then(({ Analysts }) => new Analysts());
    try {
      await work(await this.#analysts);
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      return false;
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
      this.review = await get<ReviewShown>(this.replay.pathTo('/review'), signal);
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
    void this.#analysts?.then((analysts) => analysts.close());
  }
}
