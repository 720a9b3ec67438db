/** Moves as text, and the legal ones by piece and cells. */
import { shifted, sizeOf } from './geometry';
import type { Cell, PieceName, PolyssimoBox } from './types';

const COLUMNS = 'abcdefghijkl';

export const cellName = ([row, column]: Cell): string => `${COLUMNS[column] ?? '?'}${row + 1}`;

/** A placement as the server writes it: row by row, the letters of the columns, then the row. */
export function formatPlacement(piece: PieceName, cells: readonly Cell[]): string {
  const rows = new Map<number, number[]>();
  for (const [row, column] of cells) rows.set(row, [...(rows.get(row) ?? []), column]);
  const ascending = (one: number, other: number): number => one - other;
  const parts = [...rows.keys()].sort(ascending).map((row) => {
    const columns = rows.get(row)!.sort(ascending);
    return columns.map((column) => COLUMNS[column] ?? '?').join('') + String(row + 1);
  });
  return `${piece}@${parts.join(',')}`;
}

/** The piece and cells of a placement; no cells for a draft, which is just a piece. */
export function parseMove(move: string): { piece: PieceName; cells: Cell[] } {
  const [piece = '', where = ''] = move.split('@');
  const rows = [...where.matchAll(/([a-l]+)(\d+)/g)];
  const cells = rows.flatMap(([, columns = '', row]) =>
    [...columns].map((column): Cell => [Number(row) - 1, COLUMNS.indexOf(column)]),
  );
  return { piece, cells };
}

/**
 * The legal moves of a position, thousands of them early on.
 *
 * The server writes a placement in one way only, so that its text is the key to its cells: nothing
 * has to be read, a place that is asked for is written and looked up.
 */
export class LegalMoves {
  readonly #texts: Set<string>;
  readonly #counts = new Map<PieceName, number>();

  constructor(moves: readonly string[]) {
    this.#texts = new Set(moves);
    for (const move of moves) {
      const end = move.indexOf('@');
      const piece = end < 0 ? move : move.slice(0, end);
      this.#counts.set(piece, this.countOf(piece) + 1);
    }
  }

  /** In how many places the piece may go, or 1 if it may be drafted. */
  countOf(piece: PieceName): number {
    return this.#counts.get(piece) ?? 0;
  }

  /** The move that puts the piece there, null if it is none. */
  find(piece: PieceName, cells: readonly Cell[]): string | null {
    const move = formatPlacement(piece, cells);
    return this.#texts.has(move) ? move : null;
  }

  /** Where the top left corner of a shape may go, in reading order. */
  placesOf(piece: PieceName, shape: readonly Cell[], board: PolyssimoBox): Cell[] {
    const { rows, columns } = sizeOf(shape);
    const places: Cell[] = [];
    for (let row = 0; row <= board.rows - rows; row++) {
      for (let column = 0; column <= board.columns - columns; column++) {
        if (this.find(piece, shifted(shape, [row, column]))) places.push([row, column]);
      }
    }
    return places;
  }
}
