/** The bots of `tilewright.bots`, by the same kernels and levels, but level 8 proves nothing. They get views. */
import { random, randomGumbel, randomUint64 } from './random.ts';
import type { Engine } from './engines.ts';
import type { Action, Game, State } from './game.ts';
import type { Level } from './wasm-module.ts';

/** Return the move of a bot such as `random`, `greedy` or `level-3`. */
export async function choose(
  bot: string,
  engine: Engine,
  view: State,
  signal?: AbortSignal,
): Promise<Action> {
  const { game } = engine;
  const { level, weights } = await findLevel(bot, engine, game.players(view));
  const mind = { engine, weights, signal };
  if (level?.iterations === 0) return chooseByRating(mind, level, view);
  if (level) return chooseBySearch(mind, level, view);
  const isGreedy = bot === 'greedy' && game.module.has('greedy_action');
  return game.choose(isGreedy ? 'greedy_action' : 'random_action', view, randomUint64());
}

interface Mind {
  engine: Engine;
  weights?: Uint8Array;
  signal?: AbortSignal;
}

/** Return a level, and its network if it uses one; if that cannot be fetched, the level without a network. */
async function findLevel(
  bot: string,
  engine: Engine,
  players: number,
): Promise<{ level?: Level; weights?: Uint8Array }> {
  const level = levelOf(bot, engine, players);
  if (!level || !usesNetwork(level)) return { level };
  const weights = (await engine.weights())?.bytes;
  return { level: weights ? level : levelOf(bot, engine, players, 'first_levels'), weights };
}

/** Return the settings of a level for a number of players. */
export function levelOf(
  bot: string,
  { game }: Engine,
  players: number,
  kind: 'levels' | 'first_levels' = 'levels',
): Level | undefined {
  const level = game.module.manifest.bots?.[kind][Number(/^level-(\d)$/.exec(bot)?.[1]) - 1];
  return level?.among[players] ?? level;
}

/** Return true if a level rates moves or positions by the network. */
export const usesNetwork = ({ iterations, looks }: Level): boolean => looks || iterations !== 0;

/** Return the best-rated of the moves that the level notices. */
async function chooseByRating(
  mind: Mind,
  { overlooks, misjudges, looks }: Level,
  view: State,
): Promise<Action> {
  const { actions, ratings } = looks ? await look(mind, view) : rate(mind.engine.game, view);
  const noticed = Array.from(actions, () => random() >= overlooks);
  if (!noticed.includes(true)) noticed[Math.floor(random() * actions.length)] = true;
  let [best, most] = [actions[0]!, -Infinity];
  actions.forEach((action, index) => {
    const rating = noticed[index] ? ratings[index]! + misjudges * randomGumbel() : -Infinity;
    if (rating > most) [best, most] = [action, rating];
  });
  return best;
}

type Rated = ReturnType<Game['rate']>;

const rate = (game: Game, view: State): Rated =>
  game.rate(game.determinize(view, randomUint64()), randomUint64());

/** Return the network's log-probabilities of the best moves. */
async function look({ engine, weights, signal }: Mind, view: State): Promise<Rated> {
  const { candidates } = await engine.searchQueue.search(view, { iterations: 1, signal }, weights);
  return {
    actions: Int32Array.from(candidates, ({ action }) => action),
    ratings: Float32Array.from(candidates, ({ prior }) => Math.log(prior)),
  };
}

async function chooseBySearch(
  { engine, weights, signal }: Mind,
  { iterations }: Level,
  view: State,
): Promise<Action> {
  const { seconds } = engine.game.module.manifest.bots!;
  const limits = iterations === null ? { seconds } : { iterations };
  const found = await engine.searchQueue.search(view, { ...limits, signal }, weights);
  return found.candidates[0]!.action;
}
