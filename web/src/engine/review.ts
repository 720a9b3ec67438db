/**
 * Measurements for the review of a finished game: what each move cost, and what chance changed.
 *
 * As `tilewright.study.review`, with fewer searches. All searches have a fixed length and a seed that
 * follows from the ply, so the result does not depend on the device. The page makes the review from
 * these findings, see `ledger.ts`.
 */
import type { Effect, GameName, Seat } from '../lib/wire.ts';
import { mix } from './random.ts';
import type { Engine } from './engines.ts';
import type { Action, Game, State } from './game.ts';
import type { Step } from './ledger.ts';
import { pause } from './time-slices.ts';
import { Refusal } from './errors.ts';
import { checkJudge } from './analysis.ts';

/** The game to review: its complete states in base64, and the move that was played in each but the last. */
export interface ReviewRequest {
  game: GameName;
  states: readonly string[];
  moves: readonly string[];
  /** Indices of the moves to measure. */
  indices: readonly number[];
}

/** A move, compared with the best that could be found from what its seat knew. */
export interface Finding {
  /** Number of moves played before it. */
  ply: number;
  seat: Seat;
  /** Share of the win that the move gave away; points in a game for one. 0 for the best move. */
  loss: number;
  /** Half-width of its 95 % confidence interval. */
  error: number;
  played: Effect;
  best: Effect;
  /** The move and, if there was one, the chance event after it. */
  steps: Step[];
}

/** Iterations of the search for the best move. */
const ITERATIONS = 600;
/** Iterations of each search of a pair. */
const PAIR_ITERATIONS = 100;
/** Pairs of searches at least, and at most while it is open whether a loss counts. */
const [FIRST_PAIRS, MAX_PAIRS] = [6, 24];
/** Searches of each move that is compared with others on request. */
const COMPARED_PAIRS = 12;
/** Pairs that measure the effect of a move with all secrets known. */
const OPEN_PAIRS = 6;
/** A loss below this does not count. */
const LEAST_LOSS = 0.01;
/** A loss counts or does not if it is this many errors away from the least loss. */
const CLEAR = 1.5;
/** Standard errors per error bound. */
const SURE = 2;
/** Prior differences that are counted in, because a few pairs can agree by luck. */
const [GUESSES, GUESSED_SPREAD] = [3, 0.015];
/** Iterations of a search that measures luck. */
const LUCK_ITERATIONS = 40;
/** Searches of the outcome that came, and of other outcomes of the same chance event. */
const [LOOKS, OUTCOMES] = [6, 24];
/** Outcomes that are compared to find whether chance had a part. */
const FORKS = 4;
/** Width of the solver's searches of the two moves that are compared, in a game for one. */
const SOLVER_EFFORT = 16;
/** Widths of the solver's searches per legal move, for the best move of a game for one. */
const WEIGHING_PER_MOVE = 3;

/** Purposes of searches, for separate seeds. */
const [BEST, PAIR, OPEN, FORK, CAME, OTHER] = [1, 2, 3, 4, 5, 6];

interface Place {
  ply: number;
  seat: Seat;
  state: State;
  /** The player's view. */
  view: State;
  action: Action;
  after: State;
}

/** The expectations before and after a move, and its loss. */
interface Measured {
  best: Action;
  loss: number;
  error: number;
  before: number[];
  after: number[];
  spread: number[];
}

/** Yield the findings of some moves of a finished game. */
export async function* measure(
  engine: Engine,
  states: readonly State[],
  { moves, indices }: Pick<ReviewRequest, 'moves' | 'indices'>,
  signal?: AbortSignal,
): AsyncGenerator<Finding> {
  const { game } = engine;
  const judge = await judgeOf(engine, signal);
  for (const index of indices) {
    const place = placeOf(engine, states, moves, index);
    const measured = await judge.weigh(place);
    const { best, loss, error } = measured;
    yield {
      ply: place.ply,
      seat: place.seat,
      loss,
      error,
      played: game.effect(place.view, place.action),
      best: game.effect(place.view, best),
      steps: [stepOf(place, measured), ...(await judge.luck(place))],
    };
  }
}

/**
 * Return the values of some moves for the player to move, comparable with each other: expectations
 * from 0 to 1, or expected totals in a game for one.
 */
export async function compareMoves(
  engine: Engine,
  state: State,
  moves: readonly string[],
): Promise<number[]> {
  const { game } = engine;
  const judge = await judgeOf(engine);
  const view = game.view(state, game.get(state, 'mover'));
  const values: number[] = [];
  for (const move of moves) values.push(await judge.value(view, actionOf(game, state, move)));
  return values;
}

async function judgeOf(engine: Engine, signal?: AbortSignal): Promise<SearchJudge | SolverJudge> {
  checkJudge(engine);
  if (engine.game.module.has('solve')) return new SolverJudge(engine, signal);
  return new SearchJudge(engine, (await engine.weights())?.bytes, signal);
}

function actionOf(game: Game, state: State, move: string): Action {
  const action = game.find(state, move);
  if (action === null) throw new Refusal('illegal_move', `expected a legal move; found ${move}`);
  return action;
}

function placeOf(
  { game }: Engine,
  states: readonly State[],
  moves: readonly string[],
  index: number,
): Place {
  const [state, after, move] = [states[index]!, states[index + 1]!, moves[index]!];
  const action = actionOf(game, state, move);
  const seat = game.get(state, 'mover');
  return { ply: game.get(state, 'ply'), seat, state, view: game.view(state, seat), action, after };
}

const stepOf = ({ ply, seat }: Place, { before, after, spread }: Measured): Step => ({
  ply: ply + 1,
  seat,
  change: minus(after, before),
  spread,
  before,
  after,
});

/** Judges moves of a game for several by tree search; expectations are shares of the win. */
class SearchJudge {
  private readonly engine: Engine;
  private readonly weights?: Uint8Array;
  private readonly signal?: AbortSignal;

  constructor(engine: Engine, weights?: Uint8Array, signal?: AbortSignal) {
    this.engine = engine;
    this.weights = weights;
    this.signal = signal;
  }

  async weigh(place: Place): Promise<Measured> {
    const { game, searchQueue } = this.engine;
    const { ply, view, action } = place;
    const isForced = game.legal(view).length === 1;
    const look = { iterations: ITERATIONS, seed: deriveSeed(ply, BEST), weights: this.weights };
    const { candidates, expectation } = await searchQueue.searchFixed(view, look);
    await this.breathe();
    const best = candidates[0]!.action;
    if (isForced || best === action) return this.noLoss(place, shares(expectation));
    const pairs = await this.pairs(place, view, best, PAIR, MAX_PAIRS);
    const { seat } = place;
    const loss = pairs.loss(seat);
    if (loss <= 0) return this.noLoss(place, pairs.after);
    const open = this.hasSecrets(place)
      ? await this.pairs(place, place.state, best, OPEN, OPEN_PAIRS)
      : pairs;
    const { before, after } = open;
    const spread = before.map((_, one) => open.error(one) / SURE);
    return { best, loss, error: pairs.error(seat), before, after, spread };
  }

  /** Return the expectation of the mover after a move, by searches with the same seeds each time. */
  async value(view: State, action: Action): Promise<number> {
    const { game } = this.engine;
    const [ply, seat] = [game.get(view, 'ply'), game.get(view, 'mover')];
    const pairs = await this.pairs({ ply, seat, action }, view, action, PAIR, COMPARED_PAIRS);
    return pairs.after[seat]!;
  }

  /** Return the luck of the chance event after a move; nothing if there was none. */
  async luck(place: Place): Promise<Step[]> {
    const { game } = this.engine;
    const { ply, state, action, after } = place;
    if (game.isOver(after)) return [];
    const forks = this.forks(state, action, ply, FORKS).map((one) => String(game.view(one, null)));
    if (new Set(forks).size === 1) return [];
    const came = await this.looks(Array<State>(LOOKS).fill(after), ply, CAME);
    const others = await this.looks(this.forks(state, action, ply, OUTCOMES), ply, OTHER);
    const before = mean(others);
    const spread = before.map((_, seat) =>
      Math.sqrt(varianceOfMean(came, seat) + varianceOfMean(others, seat)),
    );
    return [{ ply: ply + 1, seat: null, change: minus(mean(came), before), spread, before }];
  }

  private async noLoss(place: Place, known: number[]): Promise<Measured> {
    let open = known;
    if (this.hasSecrets(place)) {
      const { ply, seat, state, action } = place;
      const pairs = await this.pairs({ ply, seat, action }, state, action, OPEN, OPEN_PAIRS);
      open = pairs.after;
    }
    const spread = open.map(() => 0);
    return { best: place.action, loss: 0, error: 0, before: open, after: open, spread };
  }

  /** Search two moves side by side with equal seeds, until it is clear whether the loss counts. */
  private async pairs(
    { ply, seat, action }: Pick<Place, 'ply' | 'seat' | 'action'>,
    seen: State,
    best: Action,
    purpose: number,
    most: number,
  ): Promise<Pairs> {
    const pairs = new Pairs();
    const isSame = best === action;
    while (pairs.count < most && (isSame || pairs.count < FIRST_PAIRS || !pairs.isClear(seat))) {
      const seed = deriveSeed(ply, purpose, pairs.count);
      const played = await this.look(seen, seed, PAIR_ITERATIONS, action);
      pairs.add(isSame ? played : await this.look(seen, seed, PAIR_ITERATIONS, best), played);
    }
    return pairs;
  }

  private async look(
    seen: State,
    seed: bigint,
    iterations: number,
    action?: Action,
  ): Promise<number[]> {
    const { game, searchQueue } = this.engine;
    if (game.isOver(seen)) return winners(game.standing(seen).places);
    const look = { iterations, seed, action, weights: this.weights };
    const { expectation } = await searchQueue.searchFixed(seen, look);
    await this.breathe();
    return shares(expectation);
  }

  private async looks(states: State[], ply: number, purpose: number): Promise<number[][]> {
    const found: number[][] = [];
    for (const [number, state] of states.entries())
      found.push(await this.look(state, deriveSeed(ply, purpose, number), LUCK_ITERATIONS));
    return found;
  }

  /** Return positions after a move with other chance outcomes. */
  private forks(state: State, action: Action, ply: number, count: number): State[] {
    const { game } = this.engine;
    return Array.from({ length: count }, (_, number) =>
      game.after(game.determinize(state, deriveSeed(ply, FORK, number)), action),
    );
  }

  /** Return whether the seats know different things. */
  private hasSecrets({ state }: Place): boolean {
    const { game } = this.engine;
    const scenes = Array.from({ length: game.players(state) }, (_, seat) =>
      JSON.stringify(game.scene(game.view(state, seat))),
    );
    return new Set(scenes).size > 1;
  }

  /** Let the worker handle its messages, and stop if the review is not wanted any more. */
  private async breathe(): Promise<void> {
    await pause();
    this.signal?.throwIfAborted();
  }
}

/** Judges moves of a game for one by its solver; expectations are totals at the end. */
class SolverJudge {
  private readonly engine: Engine;
  private readonly signal?: AbortSignal;
  private readonly sign: number;

  constructor(engine: Engine, signal?: AbortSignal) {
    this.engine = engine;
    this.signal = signal;
    this.sign = engine.game.module.manifest.solver!.sign;
  }

  async weigh({ view, action }: Place): Promise<Measured> {
    const { game, solverQueue } = this.engine;
    const iterations = WEIGHING_PER_MOVE * game.legal(view).length;
    const { signal } = this;
    const { action: best } = (await solverQueue.evaluate(view, { iterations, signal }))[0]!;
    const after = await this.value(view, action);
    const most = best === action ? after : await this.value(view, best);
    const loss = this.sign * (after - most);
    if (loss <= 0) return { best: action, loss: 0, error: 0, ...still(after) };
    return { best, loss, error: 0, before: [most], after: [after], spread: [0] };
  }

  /** Return the expected total after a move; in a game for one every move is of the same seat. */
  value(view: State, action: Action): Promise<number> {
    return this.engine.solverQueue.expectAfter(view, action, SOLVER_EFFORT, this.signal);
  }

  async luck({ ply, view, action, after }: Place): Promise<Step[]> {
    const { game, solverQueue } = this.engine;
    if (game.isOver(after)) return [];
    const futures = solverQueue.futures(view, action);
    if (futures.length === 1) return [];
    const before = await this.value(view, action);
    const came = await solverQueue.expect(game.view(after, 0), SOLVER_EFFORT, this.signal);
    return [{ ply: ply + 1, seat: null, change: [came - before], spread: [0], before: [before] }];
  }
}

const still = (total: number) => ({ before: [total], after: [total], spread: [0] });

/** Equal searches of two moves, side by side. */
export class Pairs {
  private readonly bests: number[][] = [];
  private readonly played: number[][] = [];

  get count(): number {
    return this.bests.length;
  }

  add(best: number[], played: number[]): void {
    this.bests.push(best);
    this.played.push(played);
  }

  /** Mean expectation of each seat after the best move. */
  get before(): number[] {
    return mean(this.bests);
  }

  /** Mean expectation of each seat after the played move. */
  get after(): number[] {
    return mean(this.played);
  }

  loss(seat: Seat): number {
    return this.before[seat]! - this.after[seat]!;
  }

  error(seat: Seat): number {
    const differences = this.bests.map((best, n) => best[seat]! - this.played[n]![seat]!);
    const middle = this.loss(seat);
    const squares = differences.reduce((sum, one) => sum + (one - middle) ** 2, 0);
    const guessed = squares + GUESSES * GUESSED_SPREAD ** 2;
    return SURE * Math.sqrt(guessed / (this.count - 1 + GUESSES) / this.count);
  }

  /** Return whether more pairs would hardly change whether the loss counts. */
  isClear(seat: Seat): boolean {
    const distance = Math.abs(this.loss(seat) - LEAST_LOSS);
    return distance > CLEAR * this.error(seat);
  }
}

const STEP = 0x9e3779b97f4a7c15n;

/** Return a separate seed for each ply and purpose. */
const deriveSeed = (...numbers: number[]): bigint =>
  numbers.reduce((seed, number) => mix(seed + STEP * BigInt(number + 1)), 0n);

/** Return the expectations of the seats as shares that add up to 1. */
function shares(expectation: number[]): number[] {
  const total = expectation.reduce((sum, one) => sum + one, 0);
  return expectation.map((one) => one / total);
}

const winners = (places: number[]): number[] => places.map((place) => Number(place === 1));

const minus = (a: number[], b: number[]): number[] => a.map((one, n) => one - b[n]!);

const mean = (rows: number[][]): number[] =>
  rows[0]!.map((_, seat) => rows.reduce((sum, row) => sum + row[seat]!, 0) / rows.length);

function varianceOfMean(rows: number[][], seat: Seat): number {
  const middle = mean(rows)[seat]!;
  const squares = rows.reduce((sum, row) => sum + (row[seat]! - middle) ** 2, 0);
  return squares / (rows.length - 1) / rows.length;
}
