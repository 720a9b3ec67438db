/** Several workers that review one game: who measures which move, in whatever order they finish. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ReviewPool } from '../../src/engine/review-pool';

interface Call {
  indices: number[];
  signal: AbortSignal;
  onItem: (finding: { ply: number }) => void;
  end: () => void;
}

const calls = vi.hoisted(() => [] as Call[]);
const closed = vi.hoisted(() => ({ count: 0 }));

vi.mock('../../src/engine/worker-client', () => ({
  WorkerClient: class {
    stream = (_name: string, { indices }: Call, signal: AbortSignal, onItem: Call['onItem']) =>
      new Promise<void>((end) => calls.push({ indices, signal, onItem, end }));
    close = () => closed.count++;
  },
}));

beforeEach(() => {
  calls.length = 0;
  closed.count = 0;
});
afterEach(() => vi.unstubAllGlobals());

const pool = (cores: number): ReviewPool => {
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  return new ReviewPool();
};
const game = (count: number) => ({
  ...{ game: 'toy' as never, states: [] },
  moves: Array.from({ length: count }, (_, index) => `move ${index}`),
});
const { signal } = new AbortController();

test.each([
  [1, [[0, 1, 2, 3, 4, 5, 6]]],
  [2, [[0, 1, 2, 3, 4, 5, 6]]],
  [
    3,
    [
      [0, 2, 4, 6],
      [1, 3, 5],
    ],
  ],
  [5, [[0, 4], [1, 5], [2, 6], [3]]],
  [64, [[0, 4], [1, 5], [2, 6], [3]]],
])('review_on_%i_cores_shares_out_the_moves', (cores, indices) => {
  void pool(cores).review(game(7), signal, () => undefined);
  expect(calls.map((call) => call.indices)).toEqual(indices);
  expect(calls.every((call) => call.signal === signal)).toBe(true);
});

test('review_has_the_findings_in_the_order_of_the_game', async () => {
  const told: number[] = [];
  const done = pool(3).review(game(3), signal, (count) => told.push(count));
  const [even, odd] = calls as [Call, Call];
  odd.onItem({ ply: 1 });
  even.onItem({ ply: 2 });
  odd.end();
  even.onItem({ ply: 0 });
  even.end();
  expect((await done).map(({ ply }) => ply)).toEqual([0, 1, 2]);
  expect(told).toEqual([1, 2, 3]);
});

test('close_ends_all_workers', () => {
  pool(4).close();
  expect(closed.count).toBe(3);
});
