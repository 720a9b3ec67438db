/**
 * What holds in every game of My Shelfie. Do not edit: run
 * `python -m tools.ts.facts my-shelfie > web/src/games/my-shelfie/facts.ts`.
 */

// --- From the box ---

export const ROWS = 6;
export const COLUMNS = 5;
export const ROOM = 9;
export const MOST_TAKEN = 3;

// --- How it is written ---

/** The columns of the living room, from the left. */
export const COLUMN_LETTERS = 'abcdefghi';

/** The cells, that of the lowest tile first, and the column, from 1. */
export const MOVE = /^((?:[a-z][0-9]){1,9})(?:>|->|-|:)([0-9]{1,2})$/;

/** A column's letter and the row, from 1. */
export const CELL = /([a-z])([0-9])/g;

/** No cell in the room, no tile on a shelf. */
export const NOTHING = '.';

/** A cell of the room without a tile. */
export const EMPTY_CELL = '_';
