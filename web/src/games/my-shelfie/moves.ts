/**
 * The lines of tiles that may be taken, read from the legal moves, and reasons why others may not.
 * A cell goes by its name in the notation, such as `d4`; a move is `f4d4e4>3`.
 */
import { clamp } from '../../lib/numbers';
import { CELL, COLUMN_LETTERS, MOST_TAKEN, MOVE } from './facts';
import type { Place } from './types';

export type CellName = string;

export interface ParsedMove {
  text: string;
  /** In the order in which their tiles go into the shelf. */
  cells: CellName[];
  /** From 0. */
  column: number;
}

export const cellName = ([row, column]: Place): CellName => `${COLUMN_LETTERS[column]}${row + 1}`;

export function cellPlace(name: CellName): Place {
  const [[, letter, row]] = [...name.matchAll(CELL)] as [RegExpExecArray];
  return [Number(row) - 1, COLUMN_LETTERS.indexOf(letter!)];
}

export function parseMove(text: string): ParsedMove {
  const [, cells, column] = MOVE.exec(text)!;
  return { text, cells: cells!.match(CELL)!, column: Number(column) - 1 };
}

/** The legal moves, to be asked about. */
export class Lines {
  /** Cells of each line that may be taken, by the cells' names in order. */
  readonly #lines = new Map<string, ReadonlySet<CellName>>();
  /** The moves by their line and the types in order of insertion, and then by column. */
  readonly #moves = new Map<string, Map<number, string>>();
  readonly cells = new Set<CellName>();

  constructor(
    moves: readonly string[],
    private readonly typeAt: (cell: CellName) => string,
  ) {
    for (const { text, cells, column } of moves.map(parseMove)) {
      this.#lines.set(lineKey(cells), new Set(cells));
      this.#moves.set(this.#moveKey(cells), this.columns(cells).set(column, text));
      cells.forEach((cell) => this.cells.add(cell));
    }
  }

  isLine(chosen: readonly CellName[]): boolean {
    return this.#lines.has(lineKey(chosen));
  }

  /** The shortest line that has all of these cells. */
  lineWith(cells: readonly CellName[]): ReadonlySet<CellName> | undefined {
    return [...this.#lines.values()]
      .filter((line) => cells.every((cell) => line.has(cell)))
      .sort((a, b) => a.size - b.size)[0];
  }

  /** The cells that some line has together with all that are chosen. */
  additions(chosen: readonly CellName[]): Set<CellName> {
    const lines = [...this.#lines.values()].filter((line) => chosen.every((c) => line.has(c)));
    return new Set(lines.flatMap((line) => [...line]).filter((cell) => !chosen.includes(cell)));
  }

  /**
   * The move for each column that takes the chosen tiles in this order. Of orders that come to
   * the same, because tiles are alike, only one is listed: so moves are found by type.
   */
  columns(chosen: readonly CellName[]): Map<number, string> {
    return this.#moves.get(this.#moveKey(chosen)) ?? new Map<number, string>();
  }

  #moveKey(cells: readonly CellName[]): string {
    return `${lineKey(cells)} ${cells.map(this.typeAt).join('')}`;
  }
}

function lineKey(cells: readonly CellName[]): string {
  return [...cells].sort().join('');
}

/** Why a tile cannot come along with those that are chosen. */
export interface TileRefusal {
  why: 'side' | 'line' | 'room' | 'three';
  /** Number of tiles with all that lie between them. */
  count: number;
}

/** Only a tile that no move takes has no free side; only a column's room forbids a line of three. */
export function tileRefusal(lines: Lines, chosen: CellName[], cell: CellName): TileRefusal | null {
  if (chosen.includes(cell) || lines.lineWith([...chosen, cell])) return null;
  const row = stretch([...chosen, cell]);
  const count = row.length;
  if (!lines.cells.has(cell)) return { why: 'side', count };
  if (count === 0 || !row.every((name) => lines.cells.has(name))) return { why: 'line', count };
  return { why: count > MOST_TAKEN ? 'three' : 'room', count };
}

/** The cells from the first of these to the last, where all lie in one row or one column. */
function stretch(cells: readonly CellName[]): CellName[] {
  const places = cells.map(cellPlace);
  const rows = span(places.map(([row]) => row));
  const columns = span(places.map(([, column]) => column));
  if (rows.length > 1 && columns.length > 1) return [];
  return rows.flatMap((row) => columns.map((column) => cellName([row, column])));
}

function span(numbers: number[]): number[] {
  const first = Math.min(...numbers);
  return Array.from({ length: Math.max(...numbers) - first + 1 }, (_, n) => first + n);
}

/** Return the chosen cells after a tap on a cell. */
export function tapped(lines: Lines, chosen: CellName[], cell: CellName): CellName[] {
  if (chosen.includes(cell)) return without(lines, chosen, cell);
  const line = lines.lineWith([...chosen, cell]);
  if (!line) return lines.isLine([cell]) ? [cell] : chosen;
  // A tile between the chosen ones comes along: without it there is no line.
  const between = [...line].filter((other) => other !== cell && !chosen.includes(other));
  return [...chosen, ...between, cell];
}

function without(lines: Lines, chosen: CellName[], cell: CellName): CellName[] {
  const rest = chosen.filter((other) => other !== cell);
  return rest.length === 0 || lines.isLine(rest) ? rest : rest.slice(0, 1);
}

/** The list with one thing moved to another place in it. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(clamp(to, 0, rest.length), 0, list[from]!);
}
