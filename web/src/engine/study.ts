/** What a strong bot thinks of a position, as `tilewright.search.explain` and `chances` tell it. */
import type { AnalysisShown, Chances, HintShown, MoveThought } from '../lib/wire.ts';
import type { Engine } from './engines.ts';
import type { Game, State } from './game.ts';
import type { Match } from './match.ts';
import { Refusal } from './refusal.ts';
import type { Candidate } from './search.ts';
import type { Found } from './thinker.ts';
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

/** The best moves of the seat to move, judged from what that seat may know. */
export async function analyse(
  engine: Engine,
  state: State,
  { seconds, most, signal }: Effort,
): Promise<AnalysisShown> {
  const view = viewOf(engine, state);
  const weights = await engine.weights();
  const found = await engine.thinker.think(view, { seconds, signal }, weights?.bytes);
  return tell(engine.game, view, found, most);
}

/** The same, told again and again while it grows, until nobody wants more. */
export async function* deepen(
  engine: Engine,
  state: State,
  { most, signal }: Pick<Effort, 'most' | 'signal'>,
): AsyncGenerator<AnalysisShown> {
  const view = viewOf(engine, state);
  const weights = await engine.weights();
  const limits = { seconds: LONGEST, tellsEvery: TELLS_EVERY, signal };
  for await (const found of engine.thinker.deepen(view, limits, weights?.bytes))
    yield tell(engine.game, view, found, most);
}

/** What the seat to move may know. */
function viewOf(engine: Engine, state: State): State {
  checkSearch(engine);
  const { game } = engine;
  if (game.isOver(state)) throw new Refusal('game_over', 'the game is over');
  return game.view(state, game.get(state, 'mover'));
}

const tell = (
  game: Game,
  view: State,
  { iterations, candidates }: Found,
  most: number,
): AnalysisShown => ({
  game: game.name,
  ply: game.get(view, 'ply'),
  mover: game.get(view, 'mover'),
  iterations,
  moves: candidates.slice(0, most).map((one) => explain(game, view, one)),
});

/** The same for whoever is to move in a game that goes on. */
export async function hint(engine: Engine, match: Match, effort: Effort): Promise<HintShown> {
  const { number, board } = match;
  checkTurn(match, number);
  return { ...(await analyse(engine, board, effort)), number };
}

/** A move is tried on a guess: the mover knows no more. */
function explain(
  game: Game,
  view: State,
  { action, visits, value, prior }: Candidate,
): MoveThought {
  const seat = game.get(view, 'mover');
  const score = (state: State): number => game.standing(state).scores[seat]!;
  const effect = game.effect(view, action);
  return {
    move: effect.move,
    does: '',
    chance: round(value),
    expected: null,
    visits,
    prior: round(prior),
    score_change: score(game.after(game.determinize(view, 0n), action)) - score(view),
    effect,
  };
}

/** What every seat could expect at each ply of a game that is over: everybody's cards count as they lay. */
export async function* foretell(
  engine: Engine,
  states: readonly State[],
  signal?: AbortSignal,
): AsyncGenerator<Chances> {
  checkSearch(engine);
  const { game, thinker } = engine;
  const weights = await engine.weights();
  const iterations = game.module.manifest.bots!.forecast;
  for (const state of states) {
    const ply = game.get(state, 'ply');
    if (game.isOver(state)) {
      yield { ply, chances: game.standing(state).places.map((place) => Number(place === 1)) };
      continue;
    }
    const { expectation } = await thinker.think(state, { iterations, signal }, weights?.bytes);
    const total = expectation.reduce((sum, share) => sum + share, 0);
    yield { ply, chances: expectation.map((share) => round(share / total)) };
  }
}

/** A game for one is judged by its solver, which is not in a module. */
function checkSearch({ game }: Engine): void {
  if (!game.module.has('search'))
    throw new Refusal('no_hints', 'this game is judged on a server only');
}

const round = (number: number): number => Math.round(number * 1e4) / 1e4;
