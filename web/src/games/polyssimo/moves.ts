/** Moves of the server read, and the legal ones by piece and cells. */
import { shifted, sizeOf } from './geometry';
import { COLUMN_LETTERS, GROUP, MOVE } from './facts';
import type { Cell, PieceName, PolyssimoBox } from './types';

export const cellName = ([row, column]: Cell): string => `${COLUMN_LETTERS[column]}${row + 1}`;

/** The piece and cells of a placement; no cells for a draft, which is just a piece. */
export function parseMove(move: string): { piece: PieceName; cells: Cell[] } {
  const [, piece, where = ''] = MOVE.exec(move)!;
  const cells = [...where.matchAll(GROUP)].flatMap(([, letters, row]) =>
    [...letters!].map((letter): Cell => [Number(row) - 1, COLUMN_LETTERS.indexOf(letter)]),
  );
  return { piece: piece!, cells };
}

/** Return an equal key for equal cells in any order. */
export const keyOf = (cells: readonly Cell[]): string =>
  cells
    .map(([row, column]) => `${row}.${column}`)
    .sort()
    .join(' ');

/**
 * The legal moves of a position, thousands of them early on: those of a piece are read when it is
 * first asked about.
 */
export class LegalMoves {
  readonly #ofPiece = new Map<PieceName, string[]>();
  readonly #byCells = new Map<PieceName, Map<string, string>>();

  constructor(moves: readonly string[]) {
    for (const move of moves) {
      const piece = MOVE.exec(move)![1]!;
      const others = this.#ofPiece.get(piece);
      if (others) others.push(move);
      else this.#ofPiece.set(piece, [move]);
    }
  }

  /** In how many places the piece may go, or 1 if it may be drafted. */
  countOf(piece: PieceName): number {
    return this.#ofPiece.get(piece)?.length ?? 0;
  }

  /** The move that puts the piece there, null if it is none. */
  find(piece: PieceName, cells: readonly Cell[]): string | null {
    return this.#placements(piece).get(keyOf(cells)) ?? null;
  }

  /** The moves of a piece by the cells they cover. */
  #placements(piece: PieceName): Map<string, string> {
    const known = this.#byCells.get(piece);
    if (known) return known;
    const moves = this.#ofPiece.get(piece) ?? [];
    const read = new Map(moves.map((move) => [keyOf(parseMove(move).cells), move]));
    this.#byCells.set(piece, read);
    return read;
  }

  /** Return the cells for the top left corner of a shape, in reading order. */
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
