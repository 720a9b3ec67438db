/** As many as one can in three minutes, each harder than the last; a wrong move ends it. Moves no rating. */
import type { GameName } from '../../lib/wire';
import { load, remember } from './ratings';

const TIME = 180_000;

export class Streak {
  count = $state(0);
  best = $state(0);
  /** In milliseconds. */
  left = $state(0);
  /** Until the puzzle is judged that ends it: the time may be up before. */
  isOn = false;
  #ticking = 0;

  /** `isUp` is called when the time is. */
  constructor(
    readonly game: GameName,
    readonly isUp: () => void,
  ) {
    this.best = load()[game]?.streak ?? 0;
  }

  start(): void {
    this.stop();
    this.count = 0;
    this.isOn = true;
    this.left = TIME;
    const until = Date.now() + TIME;
    this.#ticking = +setInterval(() => {
      this.left = until - Date.now();
      if (this.left > 0) return;
      clearInterval(this.#ticking);
      this.isUp();
    }, 500);
  }

  found(): void {
    this.best = Math.max(this.best, ++this.count);
    remember(this.game, { streak: this.best });
  }

  stop(): void {
    clearInterval(this.#ticking);
    this.isOn = false;
  }
}
