/** Messages for screen readers. */
import { untrack } from 'svelte';

/** Messages that stay in the live region: one that came a moment ago is not taken away again. */
const MAX_KEPT = 3;

class Announcer {
  messages = $state.raw<readonly { id: number; text: string }[]>([]);
  #count = 0;

  /** Read a text aloud after those before it, even if it is the same. */
  say(text: string): void {
    this.#count += 1;
    const kept = untrack(() => this.messages); // an effect that speaks does not listen
    this.messages = [...kept, { id: this.#count, text }].slice(-MAX_KEPT);
  }
}

export const announcer = new Announcer();
export const announce = announcer.say.bind(announcer);
