/** Puzzles on this device: their answers are known by their marks. What is proven of a move only a server can tell. */
import type {
  Attempt,
  AttemptShown,
  PackedPuzzle,
  PuzzleFile,
  PuzzleList,
  PuzzleShown,
} from '../lib/wire.ts';
import type { Engine } from './engines.ts';
import type { Game } from './game.ts';
import { stateOf } from './packing.ts';
import { Refusal } from './refusal.ts';

const DAY = 86_400_000;

/** What a server answers below `/puzzles/GAME`: all of them, one, or what becomes of a try. */
export async function askPuzzles(
  engine: Engine,
  [id, act]: string[],
  body: unknown,
): Promise<PuzzleList | PuzzleShown | AttemptShown> {
  const { game } = engine;
  const file = await engine.puzzles();
  if (!id) return list(game, file);
  const puzzle = file.puzzles.find((one) => one.id === id);
  if (!puzzle) throw new Refusal('not_found', `${game.name} has no puzzle ${id}`);
  return act ? judge(game, puzzle, body as Attempt) : show(game, puzzle);
}

/** The easiest first. */
const list = (game: Game, { kinds, puzzles }: PuzzleFile): PuzzleList => ({
  game: game.name,
  kinds,
  today: puzzles[Math.floor(Date.now() / DAY) % puzzles.length]!.id,
  puzzles: puzzles
    .map(({ id, kind, rating }) => ({ id, kind, rating }))
    .sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1)),
});

const show = (game: Game, { id, kind, rating, target, state }: PackedPuzzle): PuzzleShown => ({
  id,
  kind,
  rating,
  target: target ?? null,
  game: game.name,
  seat: game.get(stateOf(game, state), 'mover'),
  position: state,
});

function judge(game: Game, puzzle: PackedPuzzle, { move = null }: Attempt): AttemptShown {
  const whole = stateOf(game, puzzle.state);
  const view = game.view(whole, game.get(whole, 'mover'));
  const answers = game
    .moves(view, game.legal(view))
    .filter((one) => puzzle.right.includes(mark(`${puzzle.id} ${one}`)));
  const action = game.find(view, move ?? answers[0]!);
  if (action === null) throw new Refusal('illegal_move', `expected a legal move; found ${move}`);
  const line = game.moves(view, [action]);
  const isAnswer = answers.includes(line[0]!);
  return {
    is_right: isAnswer && move !== null,
    answers: isAnswer ? answers : [],
    position: puzzle.state,
    line,
    rating: null,
  };
}

/** FNV-1a in 32 bits, as `tilewright.wire.puzzle_files` writes it. */
function mark(text: string): number {
  const bytes = new TextEncoder().encode(text);
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
}
