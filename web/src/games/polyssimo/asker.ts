/** Asks what the move in hand would do, not at every step of a hand that passes over the board. */

/** At most one question in so many ms. */
const PAUSE = 80;

export class Asker<E> {
  #wanted: string | null = null;
  #asked = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: (move: string) => Promise<E | null>,
    private readonly tell: (effect: E) => void,
  ) {}

  /** What we want to know of now; answers to earlier questions count no more. */
  want(move: string | null): void {
    if (move === this.#wanted) return;
    this.#wanted = move;
    clearTimeout(this.#timer);
    if (move === null) return;
    const wait = Math.max(0, this.#asked + PAUSE - performance.now());
    this.#timer = setTimeout(() => void this.#send(move), wait);
  }

  async #send(move: string): Promise<void> {
    this.#asked = performance.now();
    const effect = await this.ask(move).catch(() => null);
    if (effect !== null && move === this.#wanted) this.tell(effect);
  }

  stop(): void {
    this.want(null);
  }
}
