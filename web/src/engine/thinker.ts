/**
 * Searching in a worker that has others to answer, too: in short chunks, one search after the
 * other, each until it has had enough or is not wanted any more.
 */
import { drawWord } from './chance.ts';
import type { Game, State } from './game.ts';
import { Search, type Candidate } from './search.ts';

export interface Limits {
  iterations?: number | null;
  seconds?: number | null;
  signal?: AbortSignal;
}

export interface Found {
  candidates: Candidate[];
  iterations: number;
  /** What each seat got in an iteration, on average. */
  expectation: number[];
}

const CHUNK_MS = 25;
const FIRST_CHUNK = 64;

export class Thinker {
  private readonly game: Game;
  private readonly searches = new Map<string, Search>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(game: Game) {
    this.game = game;
  }

  /** Search from what somebody sees; `weights`: by a network's judgement. */
  think(view: State, limits: Limits, weights?: Uint8Array): Promise<Found> {
    const found = this.last.then(() => this.search(view, limits, weights));
    this.last = found.catch(() => undefined);
    return found;
  }

  private async search(view: State, limits: Limits, weights?: Uint8Array): Promise<Found> {
    limits.signal?.throwIfAborted();
    const search = this.searchWith(weights);
    search.plant(view, drawWord());
    const iterations = await grow(search, limits);
    const players = this.game.get(view, 'players');
    const expectation = search.totals.slice(0, players).map((total) => total / iterations);
    return { candidates: search.candidates, iterations, expectation };
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

/** Grow chunk by chunk; between them others are heard. Returns how many iterations that were. */
async function grow(search: Search, { iterations, seconds, signal }: Limits): Promise<number> {
  const begin = performance.now();
  const most = iterations ?? Infinity;
  const end = begin + 1000 * (seconds ?? Infinity);
  let [done, chunk] = [0, FIRST_CHUNK];
  while (done === 0 || (done < most && performance.now() < end)) {
    search.grow(Math.min(chunk, most - done));
    done += Math.min(chunk, most - done);
    chunk = Math.max(
      FIRST_CHUNK,
      Math.floor((done * CHUNK_MS) / (performance.now() - begin + 0.01)),
    );
    await pause();
    signal?.throwIfAborted();
  }
  return done;
}

/** Let what has arrived meanwhile be dealt with. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
