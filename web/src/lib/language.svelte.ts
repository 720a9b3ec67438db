/** Words in four languages. `t('home-title')`, `t('table-free', { count: 3 })`. */
import FILES from 'virtual:words';

import { Filler, type Pattern, type Values } from './pattern';
import { settings } from './settings.svelte';

export const LANGUAGES = { en: 'English', uk: 'Українська', ru: 'Русский', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type { Values };

class Words {
  language = $state<Language>('en');
  #filler = new Filler('en');
  #patterns = $state.raw<Record<string, Pattern>>({});
  #last: Promise<void> = Promise.resolve();

  /** Fetch the words of a language and use it. One wish after the other: the last one counts. */
  use(language: Language): Promise<void> {
    this.#last = this.#last.catch(() => undefined).then(() => this.#fetch(language));
    return this.#last;
  }

  async #fetch(language: Language): Promise<void> {
    const response = await fetch(FILES[language]);
    if (!response.ok) throw new Error(`words not found: ${FILES[language]}`);
    const named: Record<string, Pattern> = await response.json();
    this.#filler = new Filler(language);
    // Built scripts say the place of a message instead of its name: see `words.js`.
    this.#patterns = { ...named, ...Object.fromEntries(Object.values(named).entries()) };
    this.language = language;
    document.documentElement.lang = language;
  }

  format(id: string, values: Values = {}): string {
    const pattern = this.#patterns[id];
    return pattern === undefined ? id : this.#filler.fill(pattern, values);
  }

  has(id: string): boolean {
    return id in this.#patterns;
  }
}

export const words = new Words();

export const t = (id: string, values?: Values): string => words.format(id, values);

/** Words that a game may have or not. */
export const tOr = (id: string, otherwise: string, values?: Values): string =>
  words.has(id) ? t(id, values) : otherwise;

/** The language somebody chose, or else the first of the browser's that we have. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const chosen = settings.language ? [settings.language, ...wanted] : wanted;
  const found = chosen.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}
