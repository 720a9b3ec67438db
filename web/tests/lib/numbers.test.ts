/** Numbers are written as each language writes them; no line breaks between a number and its sign. */
import { afterAll, expect, test, vi } from 'vitest';

import type { Language } from '../../src/lib/language.svelte';
import { day, decimal, percent, range, signed } from '../../src/lib/numbers';
import { speak } from '../support/languages';

afterAll(() => vi.unstubAllGlobals());

const CASES: [Language, string, string, string, string][] = [
  ['en', '62%', '−6%', '25.3', '15 November 2026'],
  ['uk', '62%', '−6%', '25,3', '15 листопада 2026 р.'],
  ['ru', '62\u00a0%', '−6\u00a0%', '25,3', '15 ноября 2026 г.'],
  ['de', '62\u00a0%', '−6\u00a0%', '25,3', '15. November 2026'],
];

test.each(CASES)('in %s', async (language, share, loss, rating, date) => {
  await speak(language);
  expect(percent(0.618)).toBe(share);
  expect(percent(-0.06)).toBe(loss);
  expect(signed(-0.06, 'percent')).toBe(loss);
  expect(decimal(25.31)).toBe(rating);
  // A hyphen stood for the minus.
  expect(decimal(-25.31)).toBe(`−${rating}`);
  expect(range(-25.31, 25.31).replace(/\s/g, '')).toBe(`−${rating}–${rating}`);
  expect(day('2026-11-15').replace(/\s/g, ' ')).toBe(date); // spaces as the platform likes
  expect([-6, 0, 3].map((number) => signed(number))).toEqual(['−6', '±0', '+3']);
});
