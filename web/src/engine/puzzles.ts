/** Puzzles on this device. Their answers are stored as hashes; only a server has the proofs of moves. */
import type { AttemptShown, PackedPuzzle, PuzzleList, PuzzleShown } from '../lib/wire.ts';
import type { Engine } from './engines.ts';
import { unpackState } from './base64.ts';
import { Refusal } from './errors.ts';

const DAY = 86_400_000;

/** Return the cards of all puzzles, the easiest first, and the puzzle of the day. */
export async function listPuzzles(engine: Engine): Promise<PuzzleList> {
  const { kinds, puzzles } = await engine.puzzles();
  return {
    game: engine.game.name,
    kinds,
    today: puzzles[Math.floor(Date.now() / DAY) % puzzles.length]!.id,
    puzzles: puzzles
      .map(({ id, kind, rating }) => ({ id, kind, rating }))
      .sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1)),
  };
}

export async function showPuzzle(engine: Engine, id: string): Promise<PuzzleShown> {
  const { kind, rating, target, state } = await findPuzzle(engine, id);
  const { game } = engine;
  return {
    id,
    kind,
    rating,
    target: target ?? null,
    game: game.name,
    seat: game.get(unpackState(game, state), 'mover'),
    position: state,
  };
}

/** Return whether a move is an answer; null gives up, and shows the first answer. */
export async function judgeAttempt(
  engine: Engine,
  id: string,
  move: string | null,
): Promise<AttemptShown> {
  const { game } = engine;
  const puzzle = await findPuzzle(engine, id);
  const whole = unpackState(game, puzzle.state);
  const view = game.view(whole, game.get(whole, 'mover'));
  const answers = game
    .moves(view, game.legal(view))
    .filter((one) => puzzle.right.includes(mark(`${id} ${one}`)));
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

async function findPuzzle(engine: Engine, id: string): Promise<PackedPuzzle> {
  const { puzzles } = await engine.puzzles();
  const puzzle = puzzles.find((one) => one.id === id);
  if (!puzzle) throw new Refusal('not_found', `${engine.game.name} has no puzzle ${id}`);
  return puzzle;
}

/** FNV-1a in 32 bits, as `tilewright.wire.catalog` writes it. */
function mark(text: string): number {
  const bytes = new TextEncoder().encode(text);
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
}
