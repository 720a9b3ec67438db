/** Work that is done once before the next frame is painted, however often it is asked for. */

export class NextFrame {
  #id = 0;

  constructor(private readonly work: () => void) {}

  ask(): void {
    this.#id ||= requestAnimationFrame(() => {
      this.#id = 0;
      this.work();
    });
  }

  forget(): void {
    cancelAnimationFrame(this.#id);
    this.#id = 0;
  }
}
