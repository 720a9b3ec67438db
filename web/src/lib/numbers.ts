/** Numbers as the reader's language writes them. */
import { words } from './language.svelte';

type Style = 'decimal' | 'percent';

const format = (number: number, style: Style): string =>
  new Intl.NumberFormat(words.language, { style }).format(number);

/** Such as "62%", in Russian and German with a space where no line breaks. */
export const percent = (share: number): string => format(share, 'percent');

/** What was gained or lost, such as "+6", "−6%" or "±0". */
export function signed(number: number, style: Style = 'decimal'): string {
  const sign = number > 0 ? '+' : number < 0 ? '−' : '±';
  return sign + format(Math.abs(number), style);
}

/** With one decimal, such as "25.3" or "25,3". */
export const decimal = (number: number): string =>
  number.toLocaleString(words.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
