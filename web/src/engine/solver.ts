/** One search by a game's solver, in the module's memory. */
import { allocArguments } from './memory-layout.ts';
import type { Module } from './wasm-module.ts';

/** Places among the arguments of `solve_on`; the rest are the solver's own arrays. */
const WORK = 0;
const ACTIONS = 1;
const SCORE = 2;
const ARRAYS = 3;

export class Solver {
  private readonly module: Module;
  private readonly root: number;
  private readonly values: (number | bigint)[];
  private count = 0;

  /** Create the solver for an effort that the module lists. */
  constructor(module: Module, effort: number) {
    this.module = module;
    this.root = module.alloc(module.manifest.state);
    this.values = allocArguments(module, 'solve_on', module.manifest.solver!.lengths[effort]);
  }

  /** Start again from a state or a view. */
  begin(state: Uint8Array, seed: bigint): void {
    this.module.bytes(this.root, state.length).set(state);
    this.module.call('solve', this.root, seed, ...this.values.slice(ARRAYS));
  }

  /** Do a piece of the search; return true after the last. */
  advance(work: number): boolean {
    this.values[WORK] = work;
    this.count = Number(this.module.call('solve_on', ...this.values));
    return this.count > 0;
  }

  /** The total of the best play found. */
  get score(): number {
    return new Float64Array(this.module.memory.buffer, this.values[SCORE] as number, 1)[0]!;
  }

  get actions(): number[] {
    const at = this.values[ACTIONS] as number;
    return [...new Int32Array(this.module.memory.buffer, at, this.count)];
  }
}
