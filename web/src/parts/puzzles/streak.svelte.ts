/** As many as one can in three minutes, each harder than the last; a wrong move ends it. Moves no rating. */
import { load, remember } from './ratings';
import type { GameName } from '../../lib/wire';

const SECONDS = 180;
/** How hard the first is, and how much harder each of the others. */
const FIRST = 18;
const STEP = 2;

export class Streak {
  count = $state(0);
  /** From the start until the puzzle is judged that ends it: the time may be up before. */
  isCounting = $state(false);
  /** In seconds. */
  left = $state(0);
  best = $state(0);
  #until = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;

  /** `isUp` is called when the time is. */
  constructor(
    readonly game: GameName,
    readonly isUp: () => void,
  ) {
    this.best = load()[game]?.streak ?? 0;
  }

  get isOn(): boolean {
    return this.left > 0;
  }

  /** How hard the next one should be. */
  get rating(): number {
    return FIRST + STEP * this.count;
  }

  start(): void {
    this.stop();
    this.count = 0;
    this.#until = Date.now() + 1000 * SECONDS;
    this.left = SECONDS;
    this.isCounting = true;
    this.#ticking = setInterval(() => this.#tick(), 500);
  }

  #tick(): void {
    this.left = Math.max(0, Math.ceil((this.#until - Date.now()) / 1000));
    if (this.isOn) return;
    clearInterval(this.#ticking);
    this.isUp();
  }

  found(): void {
    this.count++;
    if (this.count <= this.best) return;
    this.best = this.count;
    remember(this.game, { streak: this.best });
  }

  stop(): void {
    clearInterval(this.#ticking);
    this.left = 0;
    this.isCounting = false;
  }
}
