/** All 24 pieces fill the board: 132 squares each. Found by trying; hexominoes are small letters. */
import { HEXOMINO } from './facts';
import type { Placed } from './types';

const ROWS = [
  'ggggFYYYYUUU',
  'glgFFFiYkUjU',
  'lllFiiiikjjj',
  'ffllihTkkkZj',
  'NfhhhhTkZZZj',
  'NfffhTTTZVVV',
  'NNdddIIIIIcV',
  'eNdaddaWWccV',
  'eeeaaaaXWWcc',
  'PPeebbXXXWcL',
  'PPPbbbbXLLLL',
];

const nameOf = (letter: string): string =>
  letter < 'a' ? letter : HEXOMINO + String(parseInt(letter, 36) - 9).padStart(2, '0');

export const FULL_BOARD: Placed[] = [...new Set(ROWS.join(''))].map((letter) => ({
  piece: nameOf(letter),
  cells: ROWS.flatMap((line, row) =>
    [...line].flatMap((found, column) => (found === letter ? [[row, column] as const] : [])),
  ),
}));
