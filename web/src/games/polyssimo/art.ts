/** Drawing of pieces, and a board full of them. */
import { hues } from '../../../../src/tilewright/games/polyssimo/art.json';
import { HEXOMINO } from './facts';
import type { PieceName, Placed } from './types';

/** Stains of the maple, one per pentomino, as in the package's pictures. */
export const HUES: Record<PieceName, string> = hues;

/** All 24 pieces fill the board: 132 squares each. Found by trying; hexominoes are small letters. */
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
