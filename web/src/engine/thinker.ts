/**
 * Searching in a worker that has others to answer, too: in short chunks, one search after the
 * other, each until it has had enough or is not wanted any more.
 */
import { drawWord } from './chance.ts';
import type { Game, State } from './game.ts';
import { nextChunk, pause, Queue } from './queue.ts';
import { Search, type Candidate } from './search.ts';

export interface Limits {
  iterations?: number | null;
  seconds?: number | null;
  /** In ms: how often it is told what has been found; otherwise in the end only. */
  tellsEvery?: number;
  signal?: AbortSignal;
}

export interface Found {
  candidates: Candidate[];
  iterations: number;
  /** What each seat got in an iteration, on average. */
  expectation: number[];
}

const FIRST_CHUNK = 8;

export class Thinker {
  private readonly game: Game;
  private readonly searches = new Map<string, Search>();
  private readonly queue = new Queue();

  constructor(game: Game) {
    this.game = game;
  }

  /** Search from what somebody sees; `weights`: by a network's judgement. */
  async think(view: State, limits: Limits, weights?: Uint8Array): Promise<Found> {
    let last: Found | undefined;
    for await (const found of this.deepen(view, limits, weights)) last = found;
    return last!;
  }

  /** The same, told while it grows. */
  async *deepen(view: State, limits: Limits, weights?: Uint8Array): AsyncGenerator<Found> {
    const leave = await this.queue.enter();
    try {
      limits.signal?.throwIfAborted();
      const search = this.searchWith(weights);
      search.plant(view, drawWord());
      const players = this.game.get(view, 'players');
      for await (const iterations of grow(search, limits)) {
        const expectation = search.totals.slice(0, players).map((total) => total / iterations);
        yield { candidates: search.candidates, iterations, expectation };
      }
    } finally {
      leave();
    }
  }

  /** Memory is not given back, so that there is one of each kind. */
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
 * Grow chunk by chunk; between them others are heard. Tells how many iterations that were so far. An
 * iteration late in a game may take many times as long as the first, so each chunk is measured.
 */
async function* grow(
  search: Search,
  { iterations, seconds, tellsEvery = Infinity, signal }: Limits,
): AsyncGenerator<number> {
  let now = performance.now();
  const most = iterations ?? Infinity;
  const end = now + 1000 * (seconds ?? Infinity);
  let [done, chunk, told] = [0, FIRST_CHUNK, now];
  while (done === 0 || (done < most && now < end)) {
    const begin = performance.now();
    const size = Math.min(chunk, most - done);
    search.grow(size);
    done += size;
    now = performance.now();
    chunk = nextChunk(size, now - begin);
    await pause();
    signal?.throwIfAborted();
    if (now - told < tellsEvery) continue;
    told = now;
    yield done;
  }
  yield done;
}
