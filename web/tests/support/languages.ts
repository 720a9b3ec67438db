import { vi } from 'vitest';

import { words, type Language } from '../../src/lib/language.svelte';
import { MessageFormatter, type Pattern, type Values } from '../../src/lib/message-format';
import { compile } from '../../words.js';

export const SPOKEN: Language[] = ['en', 'uk', 'ru', 'de'];

/** All words of a language; where lines may not break is no matter here, as tests/support/typography.py looks after it. */
export function wordsOf(language: string): Record<string, Pattern> {
  const text = () => JSON.stringify(compile(language)).replaceAll('\u00a0', ' ');
  return (MADE[language] ??= JSON.parse(text()));
}
const MADE: Record<string, Record<string, Pattern>> = {};

/** Have the page speak it. */
export async function speak(language: Language = 'en'): Promise<void> {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(wordsOf(language))));
  await words.use(language);
}

/** A message by itself. */
export const say = (language: string, id: string, values: Values = {}): string =>
  new MessageFormatter(language).fill(wordsOf(language)[id]!, values);
