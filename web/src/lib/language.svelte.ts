/** Words in four languages. `t('home-title')`, `t('table-free', { count: 3 })`. */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';

import { settings } from './settings.svelte';

export const LANGUAGES = { en: 'English', uk: 'Українська', ru: 'Русский', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type Values = Record<string, FluentVariable>;

// Every part of the page has a file of its own in each language; they are fetched, not run.
const FILES = import.meta.glob<string>(['../lang/*/*.ftl', '../games/*/lang/*/*.ftl'], {
  query: '?url',
  import: 'default',
  eager: true,
});
/** What every page needs; the others are fetched by `need`. */
const FIRST = ['main', 'errors'];

class Words {
  language = $state<Language>('en');
  #bundle = $state.raw(newBundle('en'));
  #parts = new Set(FIRST);
  #wanted: Language = 'en';
  #last: Promise<void> = Promise.resolve();

  /** Fetch the words of a language and use it. One wish after the other: the last one counts. */
  use(language: Language): Promise<void> {
    this.#wanted = language;
    this.#last = this.#last.catch(() => undefined).then(() => this.#fetch(language));
    return this.#last;
  }

  async #fetch(language: Language): Promise<void> {
    const bundle = newBundle(language);
    await Promise.all([...this.#parts].map((part) => fill(bundle, language, part)));
    this.#bundle = bundle;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Have the words of these parts of the page: `learn`, or of a game, as `folder/board`. */
  need(...parts: string[]): Promise<void> {
    const missing = parts.filter((part) => !this.#parts.has(part));
    if (missing.length === 0) return this.#last;
    missing.forEach((part) => this.#parts.add(part));
    return this.use(this.#wanted);
  }

  format(id: string, values?: Values): string {
    const message = this.#bundle.getMessage(id);
    if (!message?.value) return id;
    // A value that is missing leaves its name in the sentence; without a list it would be thrown.
    return this.#bundle.formatPattern(message.value, values ?? {}, []);
  }

  has(id: string): boolean {
    return this.#bundle.hasMessage(id);
  }
}

function newBundle(language: Language): FluentBundle {
  return new FluentBundle(language, { useIsolating: false });
}

async function fill(bundle: FluentBundle, language: Language, part: string): Promise<void> {
  const url = FILES[pathOf(language, part)];
  if (!url) return;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`words not found: ${url}`);
  bundle.addResource(new FluentResource(await response.text()));
}

function pathOf(language: Language, part: string): string {
  const [game, ofGame] = part.split('/');
  return ofGame
    ? `../games/${game}/lang/${language}/${ofGame}.ftl`
    : `../lang/${language}/${part}.ftl`;
}

export const words = new Words();

export const t = (id: string, values?: Values): string => words.format(id, values);

/** Words that a game may have or not. */
export const tOr = (id: string, otherwise: string): string => (words.has(id) ? t(id) : otherwise);

/** The language somebody chose, or else the first of the browser's that we have. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const chosen = settings.language ? [settings.language, ...wanted] : wanted;
  const found = chosen.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}
