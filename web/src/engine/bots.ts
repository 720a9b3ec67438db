/** The bots of `tilewright.bots`, by the same kernels and the same levels. They see a view only. */
import { draw, drawGumbel, drawWord } from './chance.ts';
import type { Action, Game, State } from './game.ts';
import type { Level } from './module.ts';
import type { Thinker } from './thinker.ts';

export interface Mind {
  game: Game;
  thinker: Thinker;
  /** Of the game's network, where it has one. */
  weights?: Uint8Array;
}

/** The move of a bot: `random`, `greedy`, `level-3`. */
export async function choose(
  bot: string,
  mind: Mind,
  view: State,
  signal?: AbortSignal,
): Promise<Action> {
  const { game } = mind;
  const levels = game.module.manifest.bots?.levels ?? [];
  const level = levels[Number(/^level-(\d)$/.exec(bot)?.[1]) - 1];
  if (level?.iterations === 0) return chooseByRating(game, level, view);
  if (level) return chooseBySearch(mind, level, view, signal);
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

async function chooseBySearch(
  { game, thinker, weights }: Mind,
  { iterations }: Level,
  view: State,
  signal?: AbortSignal,
): Promise<Action> {
  const { seconds } = game.module.manifest.bots!;
  const found = await (iterations === null
    ? thinker.think(view, { seconds, signal }, weights)
    : thinker.think(view, { iterations, signal }));
  return found.candidates[0]!.action;
}
