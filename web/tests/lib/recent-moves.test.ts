/** On their turn players did not see what bots had played: only the very last move was marked. */
import { describe, expect, test } from 'vitest';

import { recentMovesFor } from '../../src/lib/recent-moves';
import type { Played } from '../../src/lib/wire';

const moveHistory = (seats: string): Played[] =>
  [...seats].map((seat, ply) => ({ ply, seat: Number(seat), move: '', effect: {} }) as never);
const plies = (seats: string, viewer: number | null, players = 3) =>
  recentMovesFor(moveHistory(seats), viewer, players).map(({ ply }) => ply);

describe('News', () => {
  test('are all moves of others since our last turn', () => {
    expect(plies('012201122', 0)).toEqual([5, 6, 7, 8]);
    expect(plies('12', 0)).toEqual([0, 1]);
  });

  test('stay until there are newer ones', () => {
    expect(plies('01200', 0)).toEqual([1, 2]);
    expect(plies('012001', 0)).toEqual([5]);
    expect(plies('0', 0)).toEqual([]);
    expect(plies('', 0)).toEqual([]);
  });

  test('are one round for spectators', () => {
    expect(plies('012012', null)).toEqual([3, 4, 5]);
  });
});
