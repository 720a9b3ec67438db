/** Numbers and days as the reader's language writes them. */
import { words } from './language.svelte';

type Style = 'decimal' | 'percent';

/** English is British here: no comma before an "and", the day before the month. */
export const locale = (): string => (words.language === 'en' ? 'en-GB' : words.language);

/** Platforms put the hyphen of keyboards. */
const minus = (text: string): string => text.replaceAll('-', '−');

const format = (number: number, style: Style): string =>
  minus(new Intl.NumberFormat(locale(), { style }).format(number));

/** Such as "62%", in Russian and German with a space where no line breaks. */
export const percent = (share: number): string => format(share, 'percent');

/** Return a gain or loss, such as "+6", "−6%" or "±0". */
export function signed(number: number, style: Style = 'decimal'): string {
  const sign = number > 0 ? '+' : number < 0 ? '−' : '±';
  return sign + format(Math.abs(number), style);
}

const tenths = () =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** With one decimal, such as "25.3" or "25,3". */
export const decimal = (number: number): string => minus(tenths().format(number));

/** Such as "−2.5–25.3", as the language writes it. */
export const range = (low: number, high: number): string => minus(tenths().formatRange(low, high));

/** A day such as "2026-11-15" in words, wherever the reader is. */
export const day = (date: string, dateStyle: 'long' | 'medium' = 'long'): string =>
  new Date(date).toLocaleDateString(locale(), { dateStyle, timeZone: 'UTC' });

/** The nearest number that is neither too small nor too large. */
export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));
