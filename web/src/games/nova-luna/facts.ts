/**
 * What holds in every game of Nova Luna. Do not edit: run
 * `python -m tools.ts.facts nova-luna > web/src/games/nova-luna/facts.ts`.
 */

// --- From the box ---

export const SLOTS = 12;
export const TRACK = 24;
export const FIRST_PILE = 8;

// --- How it is written ---

/** Slot, x and y. */
export const TAKE = /^([0-9]{1,2})@(-?[0-9]{1,3}),(-?[0-9]{1,3})$/;

/** Fill the wheel before taking (NL-7). */
export const REFILL = 'refill';

/** End phase one of the solo game (NLS-3). */
export const FINISH = 'finish';
