/** Analysis of a position by search or solver, as `tilewright.search.explain` makes it. */
import type { Effect, GameName, Seat } from '../lib/wire.ts';
import type { Engine } from './engines.ts';
import type { Action, Game, State } from './game.ts';
import { Refusal } from './errors.ts';
import type { Limits } from './search-queue.ts';

/** A move that a search or a solver has looked at. */
export interface CandidateMove {
  move: string;
  /** Expectation of the mover, from 0 to 1; null in a game for one. */
  chance: number | null;
  /** Expected total at the end of a game for one; null in others. */
  expected: number | null;
  /** Visits by the search. */
  visits: number;
  /** Share that the search gave it before it began. */
  prior: number | null;
  effect: Effect;
}

/** The best moves of the seat to move, judged from what that seat may know. */
export interface Analysis {
  game: GameName;
  ply: number;
  mover: Seat;
  iterations: number;
  moves: CandidateMove[];
}

interface Effort {
  seconds: number;
  most: number;
  signal?: AbortSignal;
}

/** A move with its chance (search) or its expected total (solver). */
interface Thought {
  action: Action;
  chance: number | null;
  expected: number | null;
  visits: number;
  prior: number | null;
}

/** Return the best moves of the seat to move, judged from what that seat may know. */
export async function analyse(
  engine: Engine,
  state: State,
  { seconds, most, signal }: Effort,
): Promise<Analysis> {
  const view = viewOf(engine, state);
  const { game } = engine;
  const look = game.module.has('solve') ? weigh : search;
  const { iterations, thoughts } = await look(engine, view, { seconds, signal });
  return {
    game: game.name,
    ply: game.get(view, 'ply'),
    mover: game.get(view, 'mover'),
    iterations,
    moves: thoughts.slice(0, most).map((one) => explain(game, view, one)),
  };
}

interface Judged {
  iterations: number;
  thoughts: Thought[];
}

async function search(engine: Engine, view: State, limits: Limits): Promise<Judged> {
  const weights = await engine.weights();
  const found = await engine.searchQueue.search(view, limits, weights?.bytes);
  const thoughts = found.candidates.map(({ action, visits, value, prior }) => {
    return { action, visits, chance: round(value), prior: round(prior), expected: null };
  });
  return { iterations: found.iterations, thoughts };
}

async function weigh(engine: Engine, view: State, limits: Limits): Promise<Judged> {
  const found = await engine.solverQueue.evaluate(view, limits);
  const thoughts = found.map(({ action, effort, expected }) => {
    return { action, visits: effort, chance: null, prior: null, expected: roundTotal(expected) };
  });
  return { iterations: found.reduce((sum, { effort }) => sum + effort, 0), thoughts };
}

/** Return the view of the seat to move. */
function viewOf(engine: Engine, state: State): State {
  checkJudge(engine);
  const { game } = engine;
  if (game.isOver(state)) throw new Refusal('game_over', 'the game is over');
  return game.view(state, game.get(state, 'mover'));
}

function explain(game: Game, view: State, { action, ...thought }: Thought): CandidateMove {
  const effect = game.effect(view, action);
  return { move: effect.move, ...thought, effect };
}

/** Raise `no_engine` if the module has no search and no solver. */
export function checkJudge({ game }: Engine): void {
  if (!game.module.has('search') && !game.module.has('solve'))
    throw new Refusal('no_engine', 'this game has no engine that judges it');
}

const round = (number: number): number => Math.round(number * 1e4) / 1e4;
const roundTotal = (number: number): number => Math.round(number * 100) / 100;
