/** A run against the clock: three minutes, each puzzle harder than the last. A wrong move ends it. */
import type { GameName } from '../../lib/wire';
import { loadRatings, saveRating } from './puzzle-rating';

const TIME_MS = 180_000;

export class TimedRun {
  count = $state(0);
  best = $state(0);
  /** Time left, in ms. */
  left = $state(0);
  /** True until the puzzle that ends the run is judged; the time may be up before. */
  isOn = $state(false);
  #ticking = 0;

  /** `isUp` is called when the time is up. */
  constructor(
    readonly game: GameName,
    readonly isUp: () => void,
  ) {
    this.best = loadRatings()[game]?.streak ?? 0;
  }

  start(): void {
    this.stop();
    this.count = 0;
    this.isOn = true;
    this.left = TIME_MS;
    const until = Date.now() + TIME_MS;
    this.#ticking = +setInterval(() => {
      this.left = until - Date.now();
      if (this.left > 0) return;
      clearInterval(this.#ticking);
      this.isUp();
    }, 500);
  }

  found(): void {
    this.best = Math.max(this.best, ++this.count);
    saveRating(this.game, { streak: this.best });
  }

  stop(): void {
    clearInterval(this.#ticking);
    this.isOn = false;
  }
}
