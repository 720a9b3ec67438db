/**
 * What holds in every game of Polyssimo Challenge. Do not edit: run
 * `python -m tools.ts.facts polyssimo > web/src/games/polyssimo/facts.ts`.
 */

// --- From the box ---

export const ROWS = 11;
export const COLUMNS = 12;

// --- How it is written ---

/** The columns of the board, from the left. */
export const COLUMN_LETTERS = 'abcdefghijkl';

/** Begins the names of hexominoes, and of no other pieces. */
export const HEXOMINO = 'H';

/** The piece and, where it is placed, its cells. */
export const MOVE = /^([A-Za-z][0-9]{0,2})(?:[ @:,]+(.*))?$/;

/** Cells of one row: letters of columns, and the row, from 1. */
export const GROUP = /[ ,]*([A-Za-z]+)([0-9]+)/g;
