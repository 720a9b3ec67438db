/** The bots of `tilewright.bots`, by the same kernels and the same levels. They see a view only. */
import { draw, drawGumbel, drawWord } from './chance.ts';
import type { Engine } from './engines.ts';
import type { Action, Game, State } from './game.ts';
import type { Level } from './module.ts';

/** The move of a bot: `random`, `greedy`, `level-3`. */
export async function choose(
  bot: string,
  engine: Engine,
  view: State,
  signal?: AbortSignal,
): Promise<Action> {
  const { game } = engine;
  const levels = game.module.manifest.bots?.levels ?? [];
  const level = levels[Number(/^level-(\d)$/.exec(bot)?.[1]) - 1];
  if (level?.iterations === 0) return chooseByRating(game, level, view);
  if (level) return chooseBySearch(engine, level, view, signal);
  const isGreedy = bot === 'greedy' && game.module.has('greedy_action');
  return game.choose(isGreedy ? 'greedy_action' : 'random_action', view, drawWord());
}

/** The best-rated of the moves it notices. */
function chooseByRating(game: Game, { overlooks, misjudges }: Level, view: State): Action {
  const guess = game.determinize(view, drawWord());
  const { actions, ratings } = game.rate(guess, drawWord());
  const noticed = Array.from(actions, () => draw() >= overlooks);
  if (!noticed.includes(true)) noticed[Math.floor(draw() * actions.length)] = true;
  let [best, most] = [actions[0]!, -Infinity];
  actions.forEach((action, index) => {
    const rating = noticed[index] ? ratings[index]! + misjudges * drawGumbel() : -Infinity;
    if (rating > most) [best, most] = [action, rating];
  });
  return best;
}

/** Whoever thinks as long as it may has a network, which is fetched for nobody else. */
async function chooseBySearch(
  engine: Engine,
  { iterations }: Level,
  view: State,
  signal?: AbortSignal,
): Promise<Action> {
  const { game, thinker } = engine;
  const isLast = iterations === null;
  const limits = isLast ? { seconds: game.module.manifest.bots!.seconds } : { iterations };
  const weights = isLast ? await engine.weights() : undefined;
  const found = await thinker.think(view, { ...limits, signal }, weights?.bytes);
  return found.candidates[0]!.action;
}
