/** What a screen reader should say now. */
import { untrack } from 'svelte';

class Announcer {
  text = $state('');
  say(text: string): void {
    // The same words twice must be heard twice. Whoever speaks does not listen.
    this.text = text === untrack(() => this.text) ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
export const announce = announcer.say.bind(announcer);
