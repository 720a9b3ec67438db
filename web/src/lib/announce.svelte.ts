/** What a screen reader should say now. */

class Announcer {
  text = $state('');
  say(text: string): void {
    // The same words twice must be heard twice.
    this.text = text === this.text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
export const announce = announcer.say.bind(announcer);
