/** Positions of lessons, puzzles and reviews: draw them, play on, try moves. Nothing is stored. */
import type { Played, StudyResult, StudyTask } from '../lib/wire.ts';
import { tryMove } from './socket-session.ts';
import type { Engine } from './engines.ts';
import type { Game, State } from './game.ts';
import { unpackState } from './base64.ts';
import { Refusal } from './errors.ts';

export function study({ game, listed }: Engine, task: StudyTask): StudyResult {
  const { position, moves = [], preview = [], seat = null } = task;
  const see = (state: State): State => (seat === null ? state : game.view(state, seat));
  const played: Played[] = [];
  let state = unpackState(game, known(listed.positions, position));
  for (const move of moves) {
    const action = actionOf(game, state, move);
    const effect = game.effect(see(state), action);
    played.push({ ply: game.get(state, 'ply'), seat: effect.seat, move: effect.move, effect });
    state = game.after(state, action);
  }
  const seen = see(state);
  return {
    mover: game.get(state, 'mover'),
    is_over: game.isOver(state),
    position: '',
    scene: game.scene(seen),
    legal: game.moves(seen, game.legal(seen)),
    played,
    effects: preview.map((move) => tryMove(game, seen, move)),
  };
}

/** Return the known state of a position, or the position itself; only the server parses texts. */
function known(kept: Record<string, string>, position: string): string {
  if (kept[position] === undefined && position.includes('\n'))
    throw new Refusal('no_server', 'expected a position of a lesson');
  return kept[position] ?? position;
}

function actionOf(game: Game, state: State, move: string): number {
  const action = game.find(state, move);
  if (action === null) throw new Refusal('illegal_move', `expected a legal move; found ${move}`);
  return action;
}
