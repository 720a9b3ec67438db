/** Work that is done once before the next frame is painted, however often it is asked for. */

export class NextFrame {
  #isAsked = false;

  constructor(private readonly work: () => void) {}

  ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.work();
    });
  }
}
