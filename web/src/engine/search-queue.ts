/**
 * Searches in a worker that also answers other requests: they run one after the other in short
 * chunks, each until its limit is reached or it is aborted.
 */
import { randomUint64 } from './random.ts';
import type { Game, State } from './game.ts';
import { nextChunk, pause, Lock } from './time-slices.ts';
import { Search, type Candidate } from './search.ts';

export interface Limits {
  iterations?: number | null;
  seconds?: number | null;
  signal?: AbortSignal;
}

export interface SearchResult {
  candidates: Candidate[];
  iterations: number;
  /** Mean reward of each seat per iteration. */
  expectation: number[];
}

/** A short search of a fixed length; its result is the same on every device. */
export interface FixedSearch {
  iterations: number;
  seed: bigint;
  /** The move that every iteration begins with; without it the search chooses. */
  action?: number;
  weights?: Uint8Array;
}

const FIRST_CHUNK = 8;

export class SearchQueue {
  private readonly game: Game;
  private readonly searches = new Map<string, Search>();
  private readonly queue = new Lock();

  constructor(game: Game) {
    this.game = game;
  }

  /** Search from a seat's view; with `weights` a network judges positions. */
  async search(view: State, limits: Limits, weights?: Uint8Array): Promise<SearchResult> {
    const leave = await this.queue.enter();
    try {
      limits.signal?.throwIfAborted();
      const search = this.searchWith(weights);
      search.setRoot(view, randomUint64());
      return this.found(view, search, await run(search, limits));
    } finally {
      leave();
    }
  }

  /** Run a short search and return its result, the same on every device. */
  async searchFixed(
    seen: State,
    { iterations, seed, action, weights }: FixedSearch,
  ): Promise<SearchResult> {
    const leave = await this.queue.enter();
    try {
      const search = this.searchWith(weights);
      search.setRoot(seen, seed);
      if (action !== undefined) search.force(action);
      search.run(iterations);
      return this.found(seen, search, iterations);
    } finally {
      leave();
    }
  }

  private found(view: State, search: Search, iterations: number): SearchResult {
    const totals = search.totals.slice(0, this.game.get(view, 'players'));
    const expectation = totals.map((total) => total / iterations);
    return { candidates: search.candidates, iterations, expectation };
  }

  /** Return the search of a kind. The module frees no memory, so there is one search per kind. */
  private searchWith(weights?: Uint8Array): Search {
    const kind = weights ? 'learnt' : 'plain';
    const { nodes, learnt } = this.game.module.manifest.bots!;
    const known = this.searches.get(kind);
    const search =
      known ?? new Search(this.game.module, nodes, weights, weights ? learnt : undefined);
    this.searches.set(kind, search);
    return search;
  }
}

/**
 * Grow the tree in chunks and return the number of iterations; the worker handles messages between
 * two chunks. Iterations late in a game may take many times as long as the first, so the length of
 * the next chunk follows from the time of the last.
 */
async function run(search: Search, { iterations, seconds, signal }: Limits): Promise<number> {
  const most = iterations ?? Infinity;
  const end = performance.now() + 1000 * (seconds ?? Infinity);
  let [done, chunk] = [0, FIRST_CHUNK];
  while (done === 0 || (done < most && performance.now() < end)) {
    const begin = performance.now();
    const size = Math.min(chunk, most - done);
    search.run(size);
    done += size;
    chunk = nextChunk(size, performance.now() - begin);
    await pause();
    signal?.throwIfAborted();
  }
  return done;
}
