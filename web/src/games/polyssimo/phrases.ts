/** Pieces, holes and numbers in words. */
import { t, words } from '../../lib/language.svelte';
import { isHexomino, type Obstacle } from './geometry';
import type { Cell, PieceName } from './types';
import { cellName } from './moves';

/** Such as "pentomino F". */
export const namePiece = (name: PieceName): string =>
  t(isHexomino(name) ? 'pc-hexomino' : 'pc-pentomino', { name });

/** Such as "1, 3 and 5": no comma before the "and" of our English. */
export function listWords(parts: readonly string[]): string {
  const language = words.language === 'en' ? 'en-GB' : words.language;
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);
}

/** Such as "3 and 5", and "4×1, 2 and 5" where there are several of a size. */
export function listSizes(sizes: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return listWords(
    [...counts].map(([size, count]) => (count > 1 ? `${count}×${size}` : `${size}`)),
  );
}

/** From its first row and column to its last, such as "c3–e5". */
export function nameArea(cells: readonly Cell[]): string {
  const rows = cells.map(([row]) => row);
  const columns = cells.map(([, column]) => column);
  const first: Cell = [Math.min(...rows), Math.min(...columns)];
  const last: Cell = [Math.max(...rows), Math.max(...columns)];
  return `${cellName(first)}–${cellName(last)}`;
}

/** Why a piece cannot lie here. */
export function nameObstacle({ sticksOut, pieces }: Obstacle): string {
  const on = listWords(pieces);
  if (sticksOut && pieces.length > 0) return t('pc-out-and-on', { pieces: on });
  if (sticksOut) return t('pc-sticks-out');
  return pieces.length > 0 ? t('pc-lies-on', { pieces: on }) : t('pc-not-here');
}
