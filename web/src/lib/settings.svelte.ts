/** The reader's settings, kept in this browser. */

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

interface Choices {
  theme: Theme;
  /** null: what the browser prefers. */
  language: string | null;
  /** null: what the system asks for. */
  motion: boolean | null;
  /** null: not asked yet. */
  sound: boolean | null;
  notices: boolean;
  letters: boolean;
  stripes: boolean;
}

const KEY = 'tilewright.settings';
const DEFAULTS: Choices = {
  theme: 'auto',
  language: null,
  motion: null,
  sound: null,
  notices: false,
  letters: false,
  stripes: false,
};

function load(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>) };
  } catch {
    return { ...DEFAULTS };
  }
}

function asks(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}

class Settings {
  #choices = $state<Choices>(load());

  get theme(): Theme {
    return this.#choices.theme;
  }
  get language(): string | null {
    return this.#choices.language;
  }
  get sound(): boolean {
    return this.#choices.sound === true;
  }
  /** True once the reader has said yes or no to sounds. */
  get hasChosenSound(): boolean {
    return this.#choices.sound !== null;
  }
  /** True if the browser notifies the reader of their turn. */
  get notices(): boolean {
    return this.#choices.notices;
  }
  /** True if animations are on. */
  get motion(): boolean {
    return this.#choices.motion ?? !asks('(prefers-reduced-motion: reduce)');
  }
  /** True if pieces show their letters. */
  get letters(): boolean {
    return this.#choices.letters;
  }
  /** True if kinds of pieces differ by a pattern, for readers who cannot tell their colours apart. */
  get stripes(): boolean {
    return this.#choices.stripes;
  }

  set<K extends keyof Choices>(name: K, value: Choices[K]): void {
    this.#choices[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#choices));
    } catch {
      // A browser that keeps nothing: it holds for this visit.
    }
  }
}

export const settings = new Settings();

/** Return the duration of an animation in ms; 0 if animations are off. */
export const animationMs = (ms: number): number => (settings.motion ? ms : 0);
