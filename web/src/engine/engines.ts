/** The games of this device: their modules, fetched at first use. */
import type { EngineCard, EngineList, GameName, PuzzleFile } from '../lib/wire.ts';
import { Game } from './game.ts';
import { Module } from './wasm-module.ts';
import { SolverQueue } from './solver-queue.ts';
import { Refusal } from './errors.ts';
import { SearchQueue } from './search-queue.ts';
import { readWeights, type Weights } from './weights.ts';

const LIST = 'engines.json';

/** Fetches a file of the folder `engine`. */
export type Fetch = (name: string) => Promise<Uint8Array>;

export class Engine {
  readonly game: Game;
  readonly searchQueue: SearchQueue;
  readonly solverQueue: SolverQueue;
  readonly listed: EngineCard;
  private readonly fetch: Fetch;
  private asked: Promise<Weights | undefined> | null = null;

  constructor(game: Game, listed: EngineCard, fetch: Fetch) {
    this.game = game;
    this.searchQueue = new SearchQueue(game);
    this.solverQueue = new SolverQueue(game);
    this.listed = listed;
    this.fetch = fetch;
  }

  /** Return the network's weights; without them the search judges by itself. */
  weights(): Promise<Weights | undefined> {
    this.asked ??= this.readWeights();
    return this.asked;
  }

  /** Return the puzzles, fetched at first use. */
  async puzzles(): Promise<PuzzleFile> {
    const { puzzles } = this.listed;
    if (!puzzles) throw new Refusal('no_server', `${this.game.name} has no puzzles here`);
    return JSON.parse(new TextDecoder().decode(await this.fetch(puzzles))) as PuzzleFile;
  }

  private async readWeights(): Promise<Weights | undefined> {
    const { weights } = this.listed;
    if (weights === null) return undefined;
    try {
      return await readWeights(this.game.module, await this.fetch(weights));
    } catch {
      this.asked = null; // the next call tries again
      return undefined;
    }
  }
}

export class Engines {
  private readonly fetch: Fetch;
  private readonly opened = new Map<GameName, Promise<Engine>>();
  private readonly fetched = new Map<string, Promise<Uint8Array>>();
  private known: EngineList | null = null;

  constructor(fetch: Fetch) {
    this.fetch = (name) => {
      const file = this.fetched.get(name) ?? fetch(name);
      this.fetched.set(name, file);
      file.catch(() => this.fetched.delete(name));
      return file;
    };
  }

  /** Fetch all modules. */
  async fetchAll(): Promise<void> {
    const { games } = await this.list();
    const files = Object.values(games).map(({ module }) => this.fetch(module));
    await Promise.allSettled(files);
  }

  open(name: GameName): Promise<Engine> {
    const known = this.opened.get(name) ?? this.load(name);
    this.opened.set(name, known);
    known.catch(() => this.opened.delete(name));
    return known;
  }

  private async load(name: GameName): Promise<Engine> {
    const { games, more } = this.known?.games[name] ? this.known : await this.list();
    const listed = games[name];
    if (!listed)
      throw new Refusal(more ? 'engine_later' : 'no_engine', `there is no engine for ${name} here`);
    const bytes = (await this.fetch(listed.module)) as BufferSource;
    const module = await Module.load(bytes).catch((error: unknown) => {
      throw new Refusal(
        'old_browser',
        `this browser cannot run ${listed.module}: ${String(error)}`,
      );
    });
    return new Engine(new Game(module), listed, this.fetch);
  }

  private async list(): Promise<EngineList> {
    this.fetched.delete(LIST); // the list may have grown
    const text = new TextDecoder().decode(await this.fetch(LIST));
    const listed = JSON.parse(text) as EngineList;
    if (__VERSION__ !== 'dev' && listed.version !== __VERSION__)
      throw new Refusal('old_page', `expected engines of ${__VERSION__}; found ${listed.version}`);
    return (this.known = listed);
  }
}
