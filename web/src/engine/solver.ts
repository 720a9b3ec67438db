/** One search by a game's solver, in the module's memory: the kernels that the server's is made of. */
import { layArguments } from './layout.ts';
import type { Module } from './module.ts';

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

  /** Of an effort that the module lists. */
  constructor(module: Module, effort: number) {
    this.module = module;
    this.root = module.lay(module.manifest.state);
    this.values = layArguments(module, 'solve_on', module.manifest.solver!.lengths[effort]);
  }

  /** Begin anew from a state, or from what somebody sees. */
  begin(state: Uint8Array, seed: bigint): void {
    this.module.bytes(this.root, state.length).set(state);
    this.module.call('solve', this.root, seed, ...this.values.slice(ARRAYS));
  }

  /** Do a piece of it; whether that was the last. */
  advance(work: number): boolean {
    this.values[WORK] = work;
    this.count = Number(this.module.call('solve_on', ...this.values));
    return this.count > 0;
  }

  /** What the play that was found comes to. */
  get score(): number {
    return new Float64Array(this.module.memory.buffer, this.values[SCORE] as number, 1)[0]!;
  }

  get actions(): number[] {
    const at = this.values[ACTIONS] as number;
    return [...new Int32Array(this.module.memory.buffer, at, this.count)];
  }
}
