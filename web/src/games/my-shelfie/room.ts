/** The geometry of the living room: rows as strings, `.` no cell, `_` an empty one. */
import { cellName, type CellName } from './selection';
import { itemAt } from './shelf';
import type { ItemType } from './types';

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
      letter === '.'
        ? []
        : [{ name: cellName([row, column]), row, column, type: itemAt(room, [row, column]) }],
    ),
  );
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
