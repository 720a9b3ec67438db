/** Light or dark: what the reader chose, else what suits the game on the page, else the system; dark at the end. */
import { settings } from './settings.svelte';

const query = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;

class ThemeState {
  /** Set by a page that shows a game which plays by night. */
  isNight = $state(false);
  /** Set at the end of a game: the lights go down, and one is left for the winner. */
  isOver = $state(false);
  #systemIsDark = $state(query?.matches ?? false);

  constructor() {
    query?.addEventListener('change', (event) => (this.#systemIsDark = event.matches));
  }

  get current(): 'light' | 'dark' | 'contrast' {
    if (settings.theme === 'contrast') return 'contrast';
    if (this.isOver) return 'dark';
    if (settings.theme !== 'auto') return settings.theme;
    return this.isNight || this.#systemIsDark ? 'dark' : 'light';
  }
}

export const theme = new ThemeState();
