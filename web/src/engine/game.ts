/** A game's kernels as functions over states. A state is its bytes; a seat's view is a state, too. */
import type { Effect, Scene, Seat } from '../lib/wire.ts';
import { argumentsOf, allocArguments, readField } from './memory-layout.ts';
import type { Dtype, Kind, Module } from './wasm-module.ts';
import { readerOf, readSheet, type Layout, type Reader } from './sheets.ts';

export type State = Uint8Array;
export type Action = number;

/** Value of `viewer` in the header for a spectator. */
export const SPECTATOR = 4;

export interface Standing {
  scores: number[];
  places: number[];
}

type Header = 'rng' | 'ply' | 'players' | 'mover' | 'over' | 'viewer';
type Values = (number | bigint)[];

/** Entries that a module must have. */
const NEEDED = ['setup', 'scene', 'effect', 'moves'];

export class Game {
  readonly module: Module;
  private readonly header: Dtype;
  private readonly readers: Record<string, Reader>;
  private readonly laid = new Map<string, Values>();
  /** The moves of the last position asked about: previews ask about many moves of one position. */
  private listed = { of: '', actions: new Map<string, Action>() };

  constructor(module: Module) {
    const missing = NEEDED.filter((name) => !module.has(name));
    if (missing.length > 0) throw new Error(`${module.manifest.game} has no ${String(missing)}`);
    this.module = module;
    this.header = recordOf(module, 'setup');
    const layouts = module.manifest.layouts as Record<string, Layout>;
    this.readers = Object.fromEntries(
      Object.entries(layouts).map(([name, layout]) => [name, readerOf(layout)]),
    );
  }

  get name(): string {
    return this.module.manifest.game;
  }

  // --- Making states ---

  deal(seed: bigint, players: number, options: number[]): State {
    const values = this.alloc('setup');
    const [state, , , given] = values as [number, bigint, number, number];
    const room = this.module.bytes(given, 8 * options.length);
    room.set(new Uint8Array(BigInt64Array.from(options, BigInt).buffer));
    this.module.bytes(state, this.size).fill(0);
    this.module.call('setup', state, seed, players, given);
    return this.read(state);
  }

  after(state: State, action: Action): State {
    return this.changed('apply', state, action);
  }

  /** Return the view of a seat, or of a spectator. */
  view(state: State, seat: Seat | null): State {
    return this.changed('view', state, seat ?? SPECTATOR);
  }

  /** Return a complete state that is consistent with a view. */
  determinize(view: State, seed: bigint): State {
    return this.changed('determinize', view, seed);
  }

  private changed(name: string, state: State, given: number | bigint): State {
    const [at] = this.alloc(name) as [number];
    this.write(at, state);
    this.module.call(name, at, given);
    return this.read(at);
  }

  // --- Looking at them ---

  get(state: State, field: Header): number {
    return readField(this.header, field, new DataView(state.buffer, state.byteOffset));
  }

  isOver(state: State): boolean {
    return this.get(state, 'over') !== 0;
  }

  legal(state: State): Int32Array {
    if (this.isOver(state)) return new Int32Array(0);
    const [at, out] = this.alloc('legal_actions') as [number, number];
    this.write(at, state);
    const count = Number(this.module.call('legal_actions', at, out));
    return new Int32Array(this.module.bytes(out, 4 * count).slice().buffer);
  }

  players(state: State): number {
    return this.get(state, 'players');
  }

  /** Return scores and places, final or so far. */
  standing(state: State): Standing {
    const [at, scores, ranks] = this.alloc('outcome') as [number, number, number];
    this.write(at, state);
    this.module.call('outcome', at, scores, ranks);
    const players = this.players(state);
    const read = (from: number) => [...this.longs(from, players)].map(Number);
    return { scores: read(scores), places: read(ranks).map((rank) => rank + 1) };
  }

  /** Return the notation of some actions. */
  moves(state: State, actions: ArrayLike<Action>): string[] {
    const { values, out } = this.sheet('moves', actions.length);
    const [at, list] = values as [number, number];
    this.write(at, state);
    new Int32Array(this.module.memory.buffer, list, actions.length).set(actions);
    const told: string[] = [];
    while (told.length < actions.length) {
      const count = this.module.call('moves', at, list, actions.length, told.length, out);
      told.push(...(this.told('moves', out, Number(count)) as string).split('\n'));
    }
    return told;
  }

  /** Return the legal action that a text names, or null. */
  find(state: State, move: string): Action | null {
    const key = String(state);
    if (this.listed.of !== key) {
      const legal = this.legal(state);
      const moves = this.moves(state, legal);
      this.listed = { of: key, actions: new Map(moves.map((text, n) => [text, legal[n]!])) };
    }
    return this.listed.actions.get(move.trim()) ?? null;
  }

  scene(state: State): Scene {
    const { values, out } = this.sheet('scene');
    this.write(values[0] as number, state);
    const count = Number(this.module.call('scene', values[0] as number, out));
    const told = this.told('scene', out, count) as object;
    const is_over = this.isOver(state);
    const standing = is_over ? this.standing(state) : { scores: null, places: null };
    return {
      game: this.name,
      players: this.players(state),
      ply: this.get(state, 'ply'),
      mover: this.get(state, 'mover'),
      is_over,
      ...standing,
      ...told,
    } as Scene;
  }

  /** Return the effect of an action, as far as this state shows it. */
  effect(state: State, action: Action): Effect {
    const after = this.after(state, action);
    const { values, out } = this.sheet('effect');
    const [before, , then] = values as [number, number, number];
    this.write(before, state);
    this.write(then, after);
    const count = Number(this.module.call('effect', before, action, then, out));
    const told = this.told('effect', out, count) as object;
    const ends = this.isOver(after);
    return {
      move: this.moves(state, [action])[0]!,
      seat: this.get(state, 'mover'),
      next: ends ? null : this.get(after, 'mover'),
      ends,
      ...told,
    } as Effect;
  }

  // --- The memory ---

  /** Call a kernel that returns an action. */
  choose(name: string, state: State, rng: bigint): Action {
    const values = this.alloc(name, 16);
    const [pair, at] = values as [number, number];
    this.write(at, state);
    this.module.call(name, pair, at, rng, ...values.slice(3));
    return Number(this.longs(pair, 1)[0]);
  }

  /** Return the rated actions of a complete state. */
  rate(state: State, rng: bigint): { actions: Int32Array; ratings: Float32Array } {
    const values = this.alloc('rate_actions');
    const [at, , actions, ratings, notes] = values as number[];
    this.write(at!, state);
    const count = Number(this.module.call('rate_actions', at!, rng, actions!, ratings!, notes!));
    const cut = (from: number) => this.module.bytes(from, 4 * count).slice().buffer;
    return { actions: new Int32Array(cut(actions!)), ratings: new Float32Array(cut(ratings!)) };
  }

  private get size(): number {
    return this.module.manifest.state;
  }

  /** Return the addresses of an entry's arguments; `answer` bytes for its result come first. */
  private alloc(name: string, answer = 0, lengths: number[] = []): Values {
    const known = this.laid.get(name);
    if (known) return known;
    const values = allocArguments(this.module, name, lengths);
    if (answer > 0) values.unshift(this.module.alloc(answer));
    this.laid.set(name, values);
    return values;
  }

  /** Return the arguments of an entry that writes a sheet, its last argument. */
  private sheet(name: string, length = 0): { values: Values; out: number } {
    if (length > this.module.manifest.most) throw new Error(`${name}: ${length} are too many`);
    const values = this.alloc(name, 0, [this.module.manifest.most]);
    return { values, out: values.at(-1) as number };
  }

  private told(name: string, out: number, count: number): unknown {
    const sheet = new Int32Array(this.module.memory.buffer, out, count);
    return readSheet(this.readers[name]!, sheet, count);
  }

  private longs(at: number, count: number): BigInt64Array {
    return new BigInt64Array(this.module.memory.buffer, at, count);
  }

  private read(at: number): State {
    return this.module.bytes(at, this.size).slice();
  }

  private write(at: number, state: State): void {
    this.module.bytes(at, this.size).set(state);
  }
}

/** Return the record type of an entry's first argument. */
function recordOf(module: Module, name: string): Dtype {
  const [first] = argumentsOf(module, name);
  return (first as Extract<Kind, { record: Dtype }>).record;
}
