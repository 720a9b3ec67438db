/** The review of a finished game, made by the engines of this device. */
import type { Finding } from '../../engine/review';
import { attribute, forfeitStep, type Ledger, type Step } from '../../engine/ledger';
import { identity } from '../../lib/identity.svelte';
import { loadLocalServer } from '../../lib/local-tables';
import type { Replay } from '../../lib/replay.svelte';
import type { Seat, StatesShown } from '../../lib/wire';
import { findReview, keepReview } from './review-store';

type Game = Pick<
  Replay,
  'source' | 'players' | 'api' | 'moveHistory' | 'scores' | 'places' | 'chairs' | 'first'
>;

export class Review {
  findings = $state.raw<Finding[]>([]);
  /** The moves and chance events of the game, in order. */
  steps = $state.raw<Step[]>([]);
  /** Null until the review is complete. */
  ledger = $state.raw<Ledger | null>(null);
  /** Number of moves measured so far. */
  done = $state(0);
  isWorking = $state(false);
  problem = $state.raw<unknown>(null);
  #stop = new AbortController();
  #states: Promise<StatesShown> | null = null;

  constructor(private readonly replay: Game) {}

  /** Make the review, unless it exists or is being made. */
  async start(): Promise<void> {
    if (this.isWorking || this.ledger) return;
    this.isWorking = true;
    this.problem = null;
    this.done = 0;
    const { signal } = (this.#stop = new AbortController());
    try {
      this.#conclude(await this.#find(signal));
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    } finally {
      if (this.#stop.signal === signal) this.isWorking = false;
    }
  }

  stop(): void {
    this.#stop.abort();
    this.isWorking = false;
  }

  async #find(signal: AbortSignal): Promise<Finding[]> {
    const { source } = this.replay;
    const id = 'table' in source ? source.table : source.record;
    const kept = await findReview(id);
    if (kept) return kept;
    const { game, states } = await this.readStates();
    const { ReviewPool } = await loadLocalServer();
    signal.throwIfAborted();
    const analysts = new ReviewPool();
    const moves = this.replay.moveHistory.map(({ move }) => move);
    try {
      const found = await analysts.review({ game, states, moves }, signal, (done) => {
        this.done = done;
      });
      await keepReview(id, found);
      return found;
    } finally {
      analysts.close();
    }
  }

  /** Return all states of the game; refused while the reader plays one like it that counts. */
  readStates(): Promise<StatesShown> {
    this.#states ??= this.#readStates();
    this.#states.catch(() => (this.#states = null));
    return this.#states;
  }

  async #readStates(): Promise<StatesShown> {
    const { source, api } = this.replay;
    await identity.needAt('table' in source ? source.table : ''); // requests are counted per person
    return api.getStates();
  }

  #conclude(findings: Finding[]): void {
    const steps = findings.flatMap((one) => one.steps);
    const last = findings.at(-1);
    if (!last) return;
    if (this.replay.players > 1 && !last.played.ends)
      steps.push(forfeitStep(last.ply + 1, lastForfeit(this.replay), this.replay.players));
    this.ledger = attribute(steps, resultOf(this.replay, steps));
    this.steps = steps;
    this.findings = findings;
  }
}

/** Return the result in the unit of the expectations: shares of the win, or the total of one. */
function resultOf({ players, places, scores }: Game, steps: Step[]): number[] {
  if (players === 1) return [scores?.[0] ?? steps.at(-1)!.after![0]!];
  const winners = places!.filter((place) => place === 1).length;
  return places!.map((place) => (place === 1 ? 1 / winners : 0));
}

/** Return the seat that gave up last; a record does not say who gave up, but that seat came second. */
function lastForfeit({ chairs, places }: Game): Seat {
  const gaveUp = places!.map((_, seat) => seat).filter((seat) => chairs[seat]?.forfeit);
  const order = (gaveUp.length > 0 ? gaveUp : [places!.indexOf(2)]).toSorted(
    (a, b) => places![a]! - places![b]!,
  );
  return order[0]!;
}
