/** Expected totals of the moves of a game for one, by its solver, as `tilewright.search.plans` has them. */
import type { Action, Game, State } from './game.ts';
import { CHUNK_MS, nextChunk, pause, Lock } from './time-slices.ts';
import { Solver } from './solver.ts';
import type { Limits } from './search-queue.ts';

/** A move, and the total that may be expected at the end. */
export interface SolvedMove {
  action: Action;
  expected: number;
  /** Width of the searches that this comes from. */
  effort: number;
}

const SEED = 1;
/** Work per piece of a search; less where a piece takes longer than a chunk may. */
const MOST_WORK = 512;

export class SolverQueue {
  private readonly game: Game;
  /** The module frees no memory, so there is one solver per effort. */
  private readonly solvers = new Map<number, { solver: Solver; queue: Lock }>();
  private work = MOST_WORK;
  /** Time at which the worker last handled messages. */
  private heard = 0;

  constructor(game: Game) {
    this.game = game;
  }

  /** Return the total of a finished state, or the expected total of a view. */
  async expect(seen: State, effort: number, signal?: AbortSignal, seed = 0): Promise<number> {
    if (this.game.isOver(seen)) return this.game.standing(seen).scores[0]!;
    const { solver, queue } = this.solverOf(effort);
    const leave = await queue.enter();
    try {
      solver.begin(seen, BigInt(seed));
      while (!(await this.advance(solver, signal)));
      return solver.score;
    } finally {
      leave();
    }
  }

  /** Return the expected total after a move, before chance decides. */
  expectAfter(view: State, action: Action, effort: number, signal?: AbortSignal): Promise<number> {
    return this.mean(this.futures(view, action), effort, signal);
  }

  /** Weigh all moves by narrow searches, then the better half by wider ones, again and again. */
  async evaluate(view: State, { iterations, seconds, signal }: Limits): Promise<SolvedMove[]> {
    const { weighing, staying, sign } = this.game.module.manifest.solver!;
    const end = performance.now() + 1000 * (seconds ?? Infinity);
    let left = iterations ?? Infinity;
    const found = new Map<Action, SolvedMove>();
    const isSpent = (): boolean => found.size > 0 && (left <= 0 || performance.now() >= end);
    const futures = new Map<Action, State[]>();
    let alive = [...this.game.legal(view)];
    for (const effort of weighing) {
      for (const action of alive) {
        if (isSpent()) break;
        const seen = futures.get(action) ?? this.futures(view, action);
        futures.set(action, seen);
        found.set(action, { action, effort, expected: await this.mean(seen, effort, signal) });
        left -= effort;
      }
      if (isSpent()) break;
      const worth = (action: Action): number => sign * found.get(action)!.expected;
      const kept = Math.max(staying, alive.length >> 1);
      alive = alive.sort((a, b) => worth(a) - worth(b)).slice(0, kept);
    }
    return ranked(found, sign);
  }

  private async mean(seen: State[], effort: number, signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (const one of seen) total += await this.expect(one, effort, signal, SEED);
    return total / seen.length;
  }

  /** Return views after an action: one if nothing is left to chance, else several outcomes. */
  futures(view: State, action: Action): State[] {
    const { game } = this;
    const look = (_: unknown, number: number): State => {
      const seed = game.module.call('mix', BigInt(SEED + number)) as bigint;
      return game.view(game.after(game.determinize(view, seed), action), game.get(view, 'mover'));
    };
    const two = Array.from({ length: 2 }, look);
    if (String(two[0]) === String(two[1])) return two.slice(1);
    return Array.from({ length: game.module.manifest.solver!.futures }, look);
  }

  private solverOf(effort: number): { solver: Solver; queue: Lock } {
    const known = this.solvers.get(effort);
    if (known) return known;
    const made = { solver: new Solver(this.game.module, effort), queue: new Lock() };
    this.solvers.set(effort, made);
    return made;
  }

  /** Do a piece of the search; let the worker handle messages once a chunk's time has passed. */
  private async advance(solver: Solver, signal?: AbortSignal): Promise<boolean> {
    const begin = performance.now();
    const isDone = solver.advance(this.work);
    const now = performance.now();
    if (!isDone) this.work = Math.min(MOST_WORK, nextChunk(this.work, now - begin));
    if (now - this.heard > CHUNK_MS) {
      await pause();
      this.heard = performance.now();
    }
    signal?.throwIfAborted();
    return isDone;
  }
}

/** Return the moves in order; those searched more widely come first. */
const ranked = (found: Map<Action, SolvedMove>, sign: number): SolvedMove[] =>
  [...found.values()].sort(
    (a, b) => b.effort - a.effort || sign * (a.expected - b.expected) || a.action - b.action,
  );
