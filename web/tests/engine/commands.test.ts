import { expect, test } from 'vitest';

import { Match } from '../../src/engine/match';
import { normalizeOptions } from '../../src/engine/options';
import type { Manifest } from '../../src/engine/wasm-module';
import { undo } from '../../src/engine/commands';
import { begun, BOT, CARD, LOCAL_PLAYER, moved, TOY } from '../support/toy-game';

const MANIFEST = TOY.module.manifest as Manifest;

/** A game of these seats after this number of moves. */
function played(seats: (typeof LOCAL_PLAYER)[], plies: number): Match {
  const match = new Match(TOY, CARD, begun(seats));
  for (let ply = 0; ply < plies; ply++) match.apply(moved(ply % seats.length, 'add 1'));
  return match;
}

test.each([
  [[LOCAL_PLAYER, BOT, BOT], 1, 1],
  [[LOCAL_PLAYER, BOT, BOT], 2, 2],
  [[LOCAL_PLAYER, BOT, BOT], 3, 3],
  [[LOCAL_PLAYER, BOT, BOT], 4, 1],
  [[BOT, LOCAL_PLAYER, BOT], 2, 1],
  [[BOT, LOCAL_PLAYER, BOT], 4, 3],
  [[LOCAL_PLAYER, BOT, LOCAL_PLAYER], 3, 1],
  [[LOCAL_PLAYER, BOT, LOCAL_PLAYER], 2, 2],
])('undo_at_seats_%#_takes_back_all_since_the_own_last_move', (seats, plies, moves) => {
  const match = played(seats, plies);
  const [asked, undone] = undo(match);
  expect(asked).toMatchObject({ kind: 'asked', what: 'undo' });
  expect(undone).toMatchObject({ kind: 'undone', moves });
});

test.each([
  [[LOCAL_PLAYER, BOT, BOT], 0],
  [[BOT, BOT, LOCAL_PLAYER], 2],
])('undo_before_the_own_first_move_is_refused_%#', (seats, plies) => {
  expect(() => undo(played(seats, plies))).toThrow('nothing to undo');
});

// Nine at most for a seat, twenty for all.
test.each([
  ['9+,9+,2+', true],
  ['9+,9+,3+', false],
  ['10+,0,0', false],
  ['9+,0,0', true],
  ['9+,0', false],
  ['1+,1+,1+,1+', false],
])('handicap_%s_of_three_is_taken_%s', (handicap, isTaken) => {
  const keep = () => normalizeOptions(CARD, MANIFEST, { handicap }, 3);
  if (isTaken) expect(keep()).toEqual({ handicap });
  else expect(keep).toThrow('option handicap');
});
