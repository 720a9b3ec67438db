/** Effects of moves before they are made, requested from the server or the worker. */
import { untrack } from 'svelte';

import type { Effect, MoveIllegal } from './wire';

/** Shortest time between two requests, in ms. This device answers at once and is asked more often. */
const PAUSE = 80;
const REST = 8;

type Ask<E> = (moves: string[]) => Promise<(E | MoveIllegal)[]>;

export class Previews<E extends Effect> {
  #known = $state.raw<ReadonlyMap<string, E>>(new Map());
  #wanted: readonly string[] = [];
  #asked = -Infinity;
  /** Duration of the last request, in ms. */
  #took = PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with every position: late answers of an earlier one are dropped. */
  #position = 0;

  constructor(private readonly ask: Ask<E>) {}

  /** Return the effect of a move; null until it is known. */
  of(move: string | null): E | null {
    return this.#known.get(move ?? '') ?? null;
  }

  /** Replace the wanted moves by these. */
  want(moves: readonly string[]): void {
    if (String(moves) === String(this.#wanted)) return;
    this.#wanted = moves;
    clearTimeout(this.#timer);
    const missing = untrack(() => moves.filter((move) => !this.#known.has(move)));
    if (missing.length === 0) return;
    const wait = Math.max(0, this.#asked + Math.min(PAUSE, REST * this.#took) - performance.now());
    this.#timer = setTimeout(() => void this.#send(missing), wait);
  }

  /** Forget all effects: the position has changed, or the board is gone. */
  clear(): void {
    this.#position++;
    this.#known = new Map();
    this.want([]);
  }

  async #send(moves: string[]): Promise<void> {
    const position = this.#position;
    const asked = (this.#asked = performance.now());
    try {
      const answers = await this.ask(moves);
      this.#took = performance.now() - asked;
      if (position === this.#position) this.#learn(answers);
    } catch {
      // Stale, or one question too many: the move can be played all the same, and asked of again.
      this.#wanted = [];
    }
  }

  #learn(answers: (E | MoveIllegal)[]): void {
    const told = answers.filter((answer): answer is E => !('illegal' in answer));
    const news = told.map((effect): [string, E] => [effect.move, effect]);
    this.#known = new Map([...this.#known, ...news]);
  }
}

interface TurnSources {
  /** Changes with every new position. */
  position: () => unknown;
  /** A legal move to be taken in hand. */
  wanted: () => { move: string } | null | undefined;
  /** The moves whose effects the board shows. */
  previewed?: () => readonly string[];
}

/**
 * Keep a board's turn and its previews in step with the position. A new position clears the turn, a
 * wanted move is taken in hand. Call it while the board is set up.
 */
export function useTurn<E extends Effect>(
  turn: { clear(): void; hold(move: string): void },
  previews: Previews<E>,
  { position, wanted, previewed }: TurnSources,
): void {
  $effect.pre(() => {
    position();
    untrack(() => turn.clear());
  });
  $effect(() => {
    const move = wanted()?.move;
    if (move !== undefined) untrack(() => turn.hold(move));
  });
  $effect(() => () => previews.clear());
  if (previewed) $effect(() => previews.want(previewed()));
}
