/** Words in four languages. `t('home-title')`, `t('table-free', { count: 3 })`. */
import FILES, { LEARNING } from 'virtual:words';

import { MessageFormatter, type Pattern, type Values } from './message-format';
import { settings } from './settings.svelte';

export const LANGUAGES = { en: 'English', uk: 'Українська', ru: 'Русский', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type { Values };

class Words {
  language = $state<Language>('en');
  #filler = new MessageFormatter('en');
  #patterns = $state.raw<Record<string, Pattern>>({});
  #last: Promise<void> = Promise.resolve();
  #isLearning = false;

  /** Fetch the words of rules and lessons too, in this language and in those chosen later. */
  learn(): Promise<void> {
    if (this.#isLearning) return this.#last;
    this.#isLearning = true;
    return this.use(this.language).catch((problem: unknown) => {
      this.#isLearning = false;
      throw problem;
    });
  }

  /** Fetch the words of a language and use it. Calls follow one another: the last one counts. */
  use(language: Language): Promise<void> {
    this.#last = this.#last.catch(() => undefined).then(() => this.#fetch(language));
    return this.#last;
  }

  async #fetch(language: Language): Promise<void> {
    const files = this.#isLearning ? [FILES[language], LEARNING[language]] : [FILES[language]];
    const parts = await Promise.all(files.map(patternsOf));
    this.#filler = new MessageFormatter(language);
    this.#patterns = Object.assign({}, ...parts);
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

async function patternsOf(file: string): Promise<Record<string, Pattern>> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`words not found: ${file}`);
  return response.json();
}

export const words = new Words();

export const t = (id: string, values?: Values): string => words.format(id, values);

/** Words that a game may have or not. */
export const tOr = (id: string, otherwise: string, values?: Values): string =>
  words.has(id) ? t(id, values) : otherwise;

/** Return the chosen language, else the first of the browser's languages that the page has. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const chosen = settings.language ? [settings.language, ...wanted] : wanted;
  const found = chosen.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}
