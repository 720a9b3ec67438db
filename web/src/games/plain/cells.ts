/** Cells of grids: which are the same, how they are called. */
import { t } from '../../lib/language.svelte';
import type { Cell, PlainMove } from './types';

export const isSame = (a: Cell | null, b: Cell | null): boolean => String(a) === String(b);

export const covers = ({ cells }: PlainMove, cell: Cell): boolean =>
  cells.some((one) => isSame(one, cell));

/** Return true if two moves cover the same cells, in any order. */
const areSame = (a: readonly Cell[], b: readonly Cell[]): boolean =>
  a.length === b.length && a.every((cell) => b.some((other) => isSame(cell, other)));

/** Of the moves, the one whose cells are these after a step from one cell to another; else -1. */
export function findShifted(moves: PlainMove[], cells: readonly Cell[], from: Cell, to: Cell) {
  const shifted = cells.map(([, row, column]): Cell => [
    to[0],
    row + to[1] - from[1],
    column + to[2] - from[2],
  ]);
  return moves.findIndex((move) => areSame(move.cells, shifted));
}

export const cellName = (row: number, column: number, text: string): string =>
  t('plain-cell', { row: row + 1, column: column + 1, text: text || t('plain-empty') });

/** A hue for each text that begins alike: `F` on the board and the piece `F pentomino`. */
export const hueOf = (text: string): number => ((text.codePointAt(0) ?? 0) * 137) % 360;
