/** Searches in a worker, with a tree that only counts. */
import { beforeEach, expect, test, vi } from 'vitest';

import type { Game } from '../../src/engine/game';
import { SearchQueue } from '../../src/engine/search-queue';
import { pause } from '../../src/engine/time-slices';
import { TOY } from '../support/toy-game';

interface Tree {
  made: [number, boolean, string | undefined];
  roots: [Uint8Array, bigint][];
  forced: number[];
  chunks: number[];
}

const trees = vi.hoisted(() => [] as Tree[]);
const clock = vi.hoisted(() => ({ ms: 0, perChunk: 25 }));

vi.mock('../../src/engine/search', () => ({
  Search: class implements Tree {
    made: Tree['made'];
    roots: Tree['roots'] = [];
    forced: number[] = [];
    chunks: number[] = [];
    candidates = [{ action: 2, visits: 1, value: 0.5, prior: 1 }];

    constructor(_module: unknown, nodes: number, weights?: Uint8Array, settings?: string) {
      this.made = [nodes, weights !== undefined, settings];
      trees.push(this);
    }

    setRoot = (view: Uint8Array, seed: bigint) => this.roots.push([view, seed]);
    force = (action: number) => this.forced.push(action);
    run(iterations: number) {
      this.chunks.push(iterations);
      clock.ms += clock.perChunk;
    }
    get totals() {
      const all = this.chunks.reduce((sum, one) => sum + one, 0);
      return [all / 2, all / 4, all / 8, all];
    }
  },
}));

const MANIFEST = { bots: { nodes: 99, learnt: 'beef' } };
const GAME = Object.assign(Object.create(TOY) as Game, { module: { manifest: MANIFEST } });
const VIEW = TOY.deal(1n, 3, []);

let queue: SearchQueue;

beforeEach(() => {
  trees.length = 0;
  Object.assign(clock, { ms: 0, perChunk: 24.9 });
  queue = new SearchQueue(GAME);
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
});

test('search_of_few_iterations_runs_exactly_so_many', async () => {
  for (const iterations of [1, 7, 8, 9, 20]) {
    trees.length = 0;
    const found = await new SearchQueue(GAME).search(VIEW, { iterations });
    expect(trees[0]!.chunks.reduce((sum, one) => sum + one, 0)).toBe(iterations);
    expect(Math.max(...trees[0]!.chunks)).toBeLessThanOrEqual(8);
    expect(found.iterations).toBe(iterations);
    expect(found.expectation).toEqual([0.5, 0.25, 0.125]); // of three players, per iteration
    expect(found.candidates[0]!.action).toBe(2);
  }
});

test('search_grows_its_chunks_while_they_are_quick', async () => {
  clock.perChunk = 1;
  await queue.search(VIEW, { iterations: 100 });
  expect(trees[0]!.chunks).toEqual([8, 16, 32, 44]);
});

test('search_ends_after_its_seconds_but_not_before_a_first_chunk', async () => {
  clock.perChunk = 24.9;
  await queue.search(VIEW, { seconds: 0.1 });
  expect(trees[0]!.chunks).toEqual([8, 8, 8, 8, 8]);
  trees[0]!.chunks.length = 0;
  await queue.search(VIEW, { seconds: 0 });
  expect(trees[0]!.chunks.length).toBeGreaterThanOrEqual(1);
});

test('search_that_is_aborted_ends_with_its_reason_and_lets_the_next_one_in', async () => {
  const stop = new AbortController();
  const first = queue.search(VIEW, { signal: stop.signal });
  const second = queue.search(VIEW, { iterations: 3 });
  await pause();
  stop.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect((await second).iterations).toBe(3);
  const late = queue.search(VIEW, { iterations: 3, signal: stop.signal });
  const roots = trees[0]!.roots.length;
  await expect(late).rejects.toThrow('gone');
  expect(trees[0]!.roots).toHaveLength(roots); // it has not begun
});

test('searches_run_one_after_the_other', async () => {
  const both = [queue.search(VIEW, { iterations: 20 }), queue.search(VIEW, { iterations: 20 })];
  await pause();
  expect(trees[0]!.roots).toHaveLength(1);
  await Promise.all(both);
  expect(trees).toHaveLength(1);
  const [one, other] = trees[0]!.roots;
  expect(one![1]).not.toBe(other![1]); // seeds of their own
});

test('a_network_has_a_tree_and_settings_of_its_own', async () => {
  const weights = Uint8Array.of(1);
  await queue.search(VIEW, { iterations: 1 });
  await queue.search(VIEW, { iterations: 1 }, weights);
  await queue.searchFixed(VIEW, { iterations: 1, seed: 1n, weights });
  expect(trees.map(({ made }) => made)).toEqual([
    [99, false, undefined],
    [99, true, 'beef'],
  ]);
  expect(trees.map(({ roots }) => roots.length)).toEqual([1, 2]);
});

test('searchFixed_begins_with_its_seed_and_its_move_in_one_run', async () => {
  const found = await queue.searchFixed(VIEW, { iterations: 40, seed: 5n, action: 0 });
  const [tree] = trees;
  expect([tree!.roots, tree!.forced, tree!.chunks]).toEqual([[[VIEW, 5n]], [0], [40]]);
  expect([found.iterations, found.expectation]).toEqual([40, [0.5, 0.25, 0.125]]);
  await queue.searchFixed(VIEW, { iterations: 40, seed: 5n });
  expect(tree!.forced).toEqual([0]);
});
