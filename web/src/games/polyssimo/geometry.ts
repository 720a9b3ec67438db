/** Cells, sizes and outlines. Lengths are in squares of the board. */
import { clamp } from '../../lib/numbers';
import { HEXOMINO } from './facts';
import type { Cell, Piece, PieceName, Placed, PolyssimoBox } from './types';

export interface Size {
  rows: number;
  columns: number;
}

/** A position between cells: how far down, how far to the right. */
export type Spot = readonly [down: number, right: number];

export const shifted = (cells: readonly Cell[], [down, right]: Cell): Cell[] =>
  cells.map(([row, column]) => [row + down, column + right]);

/** The top left corner of the cells, wherever they are. */
export const cornerOf = (cells: readonly Cell[]): Cell => [
  Math.min(...cells.map(([row]) => row)),
  Math.min(...cells.map(([, column]) => column)),
];

export function sizeOf(cells: readonly Cell[]): Size {
  return {
    rows: 1 + Math.max(...cells.map(([row]) => row)),
    columns: 1 + Math.max(...cells.map(([, column]) => column)),
  };
}

export const isSame = (one: Cell | null, other: Cell | null): boolean =>
  one === other || (!!one && !!other && one[0] === other[0] && one[1] === other[1]);

/** The middle of the cells, wherever they are. */
export function middleOf(cells: readonly Cell[]): Spot {
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values) + 1) / 2;
  return [middle(cells.map(([row]) => row)), middle(cells.map(([, column]) => column))];
}

/** Return the cell nearest the middle: the handle of a piece, and the place of its letter. */
export function handleOf(cells: readonly Cell[]): Cell {
  const [down, right] = middleOf(cells);
  const distance = ([row, column]: Cell): number =>
    Math.hypot(row + 0.5 - down, column + 0.5 - right);
  return cells.reduce((best, cell) => (distance(cell) < distance(best) - 1e-9 ? cell : best));
}

// --- On the board ---

export const isOnBoard = ([row, column]: Cell, { rows, columns }: Size): boolean =>
  row >= 0 && row < rows && column >= 0 && column < columns;

export const numberOf = ([row, column]: Cell, { columns }: Size): number => row * columns + column;

/** Return the piece on each covered cell, by the number of the cell. */
export function pieceByCell(placed: readonly Placed[], board: Size): Map<number, PieceName> {
  const cover = new Map<number, PieceName>();
  for (const { piece, cells } of placed) {
    for (const cell of cells) cover.set(numberOf(cell, board), piece);
  }
  return cover;
}

/** Why cells are not free. */
export interface Obstacle {
  /** The cells that are outside or on another piece. */
  cells: Cell[];
  sticksOut: boolean;
  /** The pieces underneath. */
  pieces: PieceName[];
}

export function obstacleOf(
  cells: readonly Cell[],
  board: Size,
  cover: ReadonlyMap<number, PieceName>,
): Obstacle {
  const outside = cells.filter((cell) => !isOnBoard(cell, board));
  const taken = cells.filter((cell) => isOnBoard(cell, board) && cover.has(numberOf(cell, board)));
  const pieces = new Set(taken.map((cell) => cover.get(numberOf(cell, board))!));
  return { cells: [...outside, ...taken], sticksOut: outside.length > 0, pieces: [...pieces] };
}

/** Return the number of ways to place a piece on the empty board. */
export function emptyPlacesOf({ shapes }: Pick<Piece, 'shapes'>, board: Size): number {
  const places = shapes.map(sizeOf).map(({ rows, columns }) => {
    return (board.rows - rows + 1) * (board.columns - columns + 1);
  });
  return places.reduce((sum, count) => sum + count, 0);
}

/** The nearest place where a shape of this size is all on the board. */
export function clamped([row, column]: Cell, size: Size, board: Size): Cell {
  return [clamp(row, 0, board.rows - size.rows), clamp(column, 0, board.columns - size.columns)];
}

/** Return the corner of a shape turned about its middle; four turns bring it back. */
export function turnedAt([row, column]: Cell, before: Size, after: Size): Cell {
  // Halves are rounded one way from tall to wide and the other way back.
  const round = after.rows > after.columns ? Math.floor : Math.ceil;
  return [
    round(row + (before.rows - after.rows) / 2) + 0,
    round(column + (before.columns - after.columns) / 2) + 0,
  ];
}

export const pieceOf = (box: PolyssimoBox, name: PieceName) =>
  box.pieces.find((piece) => piece.name === name)!;

export const isHexomino = (name: PieceName): boolean => name.startsWith(HEXOMINO);

// --- Outlines ---

/** Lines between the squares of a piece, each a little shorter than a square. */
export function groovesOf(cells: readonly Cell[]): string {
  const inside = new Set(cells.map(String));
  const lines = cells.flatMap(([row, column]) => [
    inside.has(`${row},${column + 1}`) ? `M${column + 1} ${row + 0.08}v0.84` : '',
    inside.has(`${row + 1},${column}`) ? `M${column + 0.08} ${row + 1}h0.84` : '',
  ]);
  return lines.join('');
}

type Point = readonly [x: number, y: number];

/** One closed path around the cells, drawn in a little and with round corners. */
export function outlineOf(cells: readonly Cell[], inset = 0.03, corner = 0.13): string {
  const points = inwards(cornersOf(cells), inset);
  const parts = points.map((point, index) => {
    const from = towards(point, points.at(index - 1)!, corner);
    const to = towards(point, points[(index + 1) % points.length]!, corner);
    return `${index ? 'L' : 'M'}${text(from)}Q${text(point)} ${text(to)}`;
  });
  return `${parts.join('')}Z`;
}

/** The corners of the outline, clockwise. None of our pieces has a hole or touches itself. */
function cornersOf(cells: readonly Cell[]): Point[] {
  const edges = edgesOf(cells);
  const start = startOf(cells);
  const corners: Point[] = [];
  let [from, before]: Point[] = [start, [0, 0]];
  do {
    const to = edges.get(String(from))!;
    const way = wayOf(from!, to);
    if (String(way) !== String(before)) corners.push(from!);
    [from, before] = [to, way];
  } while (String(from) !== String(start));
  return corners;
}

/** The top left of the first cell in reading order, which is surely a corner. */
function startOf(cells: readonly Cell[]): Point {
  const [row, column] = cells.reduce((best, cell) =>
    cell[0] < best[0] || (cell[0] === best[0] && cell[1] < best[1]) ? cell : best,
  );
  return [column, row];
}

/** The sides of the cells that face outwards: from where, clockwise, to where. */
function edgesOf(cells: readonly Cell[]): Map<string, Point> {
  const inside = new Set(cells.map(String));
  const edges = new Map<string, Point>();
  const add = (neighbour: Cell, from: Point, to: Point): void => {
    if (!inside.has(String(neighbour))) edges.set(String(from), to);
  };
  for (const [y, x] of cells) {
    add([y - 1, x], [x, y], [x + 1, y]);
    add([y, x + 1], [x + 1, y], [x + 1, y + 1]);
    add([y + 1, x], [x + 1, y + 1], [x, y + 1]);
    add([y, x - 1], [x, y + 1], [x, y]);
  }
  return edges;
}

/** The corners moved into the shape, which lies to the right of the way round. */
function inwards(corners: Point[], inset: number): Point[] {
  return corners.map((corner, index) => {
    const [a, b] = wayOf(corners.at(index - 1)!, corner);
    const [c, d] = wayOf(corner, corners[(index + 1) % corners.length]!);
    return [corner[0] - inset * (b + d), corner[1] + inset * (a + c)];
  });
}

const wayOf = (from: Point, to: Point): Point => [
  Math.sign(to[0] - from[0]),
  Math.sign(to[1] - from[1]),
];

function towards(from: Point, to: Point, length: number): Point {
  const [x, y] = wayOf(from, to);
  return [from[0] + x * length, from[1] + y * length];
}

const text = ([x, y]: Point): string => `${tidy(x)} ${tidy(y)}`;
const tidy = (value: number): number => Math.round(value * 1000) / 1000;
