/** Geometry of the living room and of shelves. Both come as rows of letters, from the top. */
import { COLUMNS, EMPTY_CELL, NOTHING, ROWS } from './facts';
import { cellName, cellPlace, type CellName } from './moves';
import type { ItemType, Place } from './types';

// --- A shelf ---

export const placeKey = ([row, column]: Place): string => `${row},${column}`;

export function itemAt(shelf: readonly string[], [row, column]: Place): ItemType | null {
  const letter = shelf[row]?.[column];
  return !letter || letter === NOTHING || letter === EMPTY_CELL ? null : (letter as ItemType);
}

/** Return the items of a column, the lowest first. */
export function columnItems(shelf: readonly string[], column: number): ItemType[] {
  const items = shelf.map((_, row) => itemAt(shelf, [row, column]));
  return items.filter((item) => item !== null).reverse();
}

/** Free places of the emptiest column. */
export function mostFree(shelf: readonly string[]): number {
  const columns = Array.from({ length: COLUMNS }, (_, column) => columnItems(shelf, column).length);
  return shelf.length - Math.min(...columns);
}

// Measures of a drawn shelf: places of 100, walls between them, a frame around.
const PLACE = 100;
const WALL = 9;
const FRAME = 20;
export const SHELF_WIDTH = 2 * FRAME + COLUMNS * PLACE + (COLUMNS - 1) * WALL;
export const SHELF_HEIGHT = 2 * FRAME + ROWS * PLACE + (ROWS - 1) * WALL;
export const offset = (n: number): number => FRAME + n * (PLACE + WALL);

// --- The living room ---

export interface RoomCell {
  name: CellName;
  row: number;
  column: number;
  type: ItemType | null;
}

/** The cells in play, in reading order. */
export function roomCells(room: readonly string[]): RoomCell[] {
  return room.flatMap((line, row) =>
    [...line].flatMap((letter, column) =>
      letter === NOTHING
        ? []
        : [{ name: cellName([row, column]), row, column, type: itemAt(room, [row, column]) }],
    ),
  );
}

/** Return the drawing for an item in a cell: always the same one. */
export function drawingOf(name: CellName): number {
  const [row, column] = cellPlace(name);
  return row + 2 * column;
}

export interface RoomFrame {
  top: number;
  left: number;
  rows: number;
  columns: number;
}

/** The least frame around all cells in play: two players need not look at the rim of four. */
export function roomFrame(room: readonly string[]): RoomFrame {
  const cells = roomCells(room);
  const [rows, columns] = [cells.map(({ row }) => row), cells.map(({ column }) => column)];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return {
    top,
    left,
    rows: Math.max(...rows) - top + 1,
    columns: Math.max(...columns) - left + 1,
  };
}

// --- In the window ---

/** Return the index of the box that a point is in, with some tolerance above and below. */
export function boxAt(
  boxes: readonly DOMRect[],
  x: number,
  y: number,
  patience = 24,
): number | null {
  const found = boxes.findIndex(
    ({ left, right, top, bottom }) =>
      x >= left && x <= right && y >= top - patience && y <= bottom + patience,
  );
  return found < 0 ? null : found;
}
