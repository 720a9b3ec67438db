/** What a strong bot thinks of a position, as `tilewright.search.explain` and `chances` tell it. */
import type { AnalysisShown, Chances, HintShown, MoveThought, ParShown } from '../lib/wire.ts';
import type { Engine } from './engines.ts';
import type { Action, Game, State } from './game.ts';
import type { Match } from './match.ts';
import { Refusal } from './refusal.ts';
import type { Limits } from './thinker.ts';
import { checkTurn } from './wishes.ts';

/** An analysis that nobody stops, in seconds. */
const LONGEST = 120;
/** In ms. */
const TELLS_EVERY = 400;

interface Effort {
  seconds: number;
  most: number;
  signal?: AbortSignal;
}

/** A move that was looked at: by a search its chance, by a solver the total it leads to. */
interface Thought {
  action: Action;
  chance: number | null;
  expected: number | null;
  visits: number;
  prior: number | null;
}

/** The best moves of the seat to move, judged from what that seat may know. */
export async function analyse(
  engine: Engine,
  state: State,
  { seconds, most, signal }: Effort,
): Promise<AnalysisShown> {
  let last: AnalysisShown;
  for await (const found of judge(engine, state, most, { seconds, signal })) last = found;
  return last!;
}

/** The same, told again and again while it grows, until nobody wants more. */
export const deepen = (
  engine: Engine,
  state: State,
  { most, signal }: Pick<Effort, 'most' | 'signal'>,
): AsyncGenerator<AnalysisShown> =>
  judge(engine, state, most, { seconds: LONGEST, tellsEvery: TELLS_EVERY, signal });

async function* judge(
  engine: Engine,
  state: State,
  most: number,
  limits: Limits,
): AsyncGenerator<AnalysisShown> {
  const view = viewOf(engine, state);
  const { game } = engine;
  const look = isForOne(engine) ? weigh : search;
  for await (const { iterations, thoughts } of look(engine, view, limits))
    yield {
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

async function* search(engine: Engine, view: State, limits: Limits): AsyncGenerator<Judged> {
  const weights = await engine.weights();
  for await (const found of engine.thinker.deepen(view, limits, weights?.bytes)) {
    const thoughts = found.candidates.map(({ action, visits, value, prior }) => {
      return { action, visits, chance: round(value), prior: round(prior), expected: null };
    });
    yield { iterations: found.iterations, thoughts };
  }
}

async function* weigh(engine: Engine, view: State, limits: Limits): AsyncGenerator<Judged> {
  for await (const found of engine.planner.weigh(view, limits)) {
    const thoughts = found.map(({ action, effort, expected }) => {
      return { action, visits: effort, chance: null, prior: null, expected: roundTotal(expected) };
    });
    yield { iterations: found.reduce((sum, { effort }) => sum + effort, 0), thoughts };
  }
}

/** What the seat to move may know. */
function viewOf(engine: Engine, state: State): State {
  checkJudge(engine);
  const { game } = engine;
  if (game.isOver(state)) throw new Refusal('game_over', 'the game is over');
  return game.view(state, game.get(state, 'mover'));
}

/** The same for whoever is to move in a game that goes on. */
export async function hint(engine: Engine, match: Match, effort: Effort): Promise<HintShown> {
  const { number, board } = match;
  checkTurn(match, number);
  return { ...(await analyse(engine, board, effort)), number };
}

/** A move is tried on a guess: the mover knows no more. */
function explain(game: Game, view: State, { action, ...thought }: Thought): MoveThought {
  const seat = game.get(view, 'mover');
  const score = (state: State): number => game.standing(state).scores[seat]!;
  const effect = game.effect(view, action);
  return {
    move: effect.move,
    does: '',
    ...thought,
    score_change: score(game.after(game.determinize(view, 0n), action)) - score(view),
    effect,
  };
}

/**
 * What every seat could expect at each ply of a game that is over: everybody's cards count as they lay. In a game
 * for one, the total.
 */
export async function* foretell(
  engine: Engine,
  states: readonly State[],
  signal?: AbortSignal,
): AsyncGenerator<Chances> {
  checkJudge(engine);
  const look = isForOne(engine) ? expectTotal : expectWins;
  for (const state of states)
    yield { ply: engine.game.get(state, 'ply'), ...(await look(engine, state, signal)) };
}

async function expectTotal({ game, planner }: Engine, state: State, signal?: AbortSignal) {
  const { forecast } = game.module.manifest.solver!;
  return { expected: roundTotal(await planner.expect(game.view(state, 0), forecast, signal)) };
}

async function expectWins(engine: Engine, state: State, signal?: AbortSignal) {
  const { game, thinker } = engine;
  if (game.isOver(state))
    return { chances: game.standing(state).places.map((place) => Number(place === 1)) };
  const iterations = game.module.manifest.bots!.forecast;
  const weights = await engine.weights();
  const { expectation } = await thinker.think(state, { iterations, signal }, weights?.bytes);
  const total = expectation.reduce((sum, share) => sum + share, 0);
  return { chances: expectation.map((share) => round(share / total)) };
}

/** What our solver makes of a deal, all of it open. */
export async function findPar(
  engine: Engine,
  start: State,
  signal?: AbortSignal,
): Promise<ParShown> {
  const { solver } = engine.game.module.manifest;
  if (!solver) throw new Refusal('no_par', 'expected a game for one that has a solver');
  return { par: await engine.planner.expect(start, solver.par, signal) };
}

const isForOne = ({ game }: Engine): boolean => game.module.has('solve');

/** Some games come without a judge: for one, with a solver that is no kernel. */
function checkJudge({ game }: Engine): void {
  if (!game.module.has('search') && !game.module.has('solve'))
    throw new Refusal('no_hints', 'this game is judged on a server only');
}

const round = (number: number): number => Math.round(number * 1e4) / 1e4;
const roundTotal = (number: number): number => Math.round(number * 100) / 100;
