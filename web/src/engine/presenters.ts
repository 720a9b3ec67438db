/**
 * Presentation of a local game. Hidden information is removed here: of a running game only results of
 * `view` leave the worker. A finished game is open.
 */
import type {
  Effect,
  Played,
  PlyShown,
  Seat,
  MoveHistory,
  TableCard,
  TableInfo,
  TableShown,
  View,
} from '../lib/wire.ts';
import type { Action, State } from './game.ts';
import type { Match } from './match.ts';
import { LOCAL_PLAYER } from './worker-messages.ts';
import { Refusal } from './errors.ts';

export const show = (match: Match): TableShown => ({
  info: describe(match),
  view: look(match),
  invite: null,
});

export function describe(match: Match): TableInfo {
  const { kept, terms, host, chairs, reserved, status, seq, number, ply, mover } = match;
  return {
    id: kept.id,
    terms,
    host,
    commitment: '',
    status,
    seq,
    number,
    ply,
    mover,
    chairs: chairs.map((chair, seat) => ({
      ...chair,
      ...(!chair.who && reserved[seat] ? { kept_for: reserved[seat] } : {}),
    })),
    now: Date.now(),
    ...(match.nextTable ? { next_table: match.nextTable } : {}),
    ...(match.outcome ? { outcome: match.outcome } : {}),
    ...(match.isOver && match.hasBegun
      ? { shuffle: { secret: '', salts: [], seed: kept.seed } }
      : {}),
  };
}

/** Return the position as the player of this device sees it; null before the deal. */
export function look(match: Match): View | null {
  if (!match.hasBegun) return null;
  const { game, board, seenAs: seat } = match;
  const seen = see(match, board, seat, match.isOver);
  const isTurn = seat !== null && seat === match.mover;
  return {
    seat,
    number: match.number,
    ply: match.ply,
    mover: game.get(board, 'mover'),
    is_over: game.isOver(board),
    position: '',
    moves: isTurn ? game.moves(seen, game.legal(seen)) : null,
    scene: game.scene(seen),
  };
}

/** Return a state as a seat sees it; the whole state if it is revealed. */
const see = ({ game }: Match, state: State, seat: Seat | null, isRevealed: boolean): State =>
  isRevealed ? state : game.view(state, seat);

/** Return the effects of the moves from a number on, as a seat sees them. */
export function recount(
  match: Match,
  from: number,
  seat: Seat | null,
  isRevealed: boolean,
): Played[] {
  return match.actions.slice(from).map((action, index) => {
    const state = match.states[from + index]!;
    const effect = match.game.effect(see(match, state, seat, isRevealed), action);
    const ply = match.game.get(state, 'ply');
    return { ply, seat: effect.seat, move: effect.move, effect };
  });
}

/** Return an earlier position, complete or as a seat sees it. */
export function showPly(match: Match, ply: number, asked: Seat | null): PlyShown {
  const index = ply - match.firstPly;
  const state = match.states[index];
  if (!state) throw new Refusal('invalid_option', `ply: expected up to ${match.ply}; found ${ply}`);
  const { game } = match;
  const { seat, isRevealed } = eyes(match, asked);
  const seen = see(match, state, seat, isRevealed);
  const action = match.actions[index];
  const mover = game.get(state, 'mover');
  return {
    seat,
    ply,
    first: match.firstPly,
    plies: match.ply,
    mover,
    is_over: game.isOver(state),
    position: '',
    legal: isRevealed || seat === mover ? game.moves(seen, game.legal(seen)) : null,
    move: action === undefined ? null : game.moves(state, [action])[0]!,
    scene: game.scene(seen),
    effect: action === undefined ? null : effectOf(match, seen, action),
  };
}

const effectOf = ({ game }: Match, seen: State, action: Action): Effect =>
  game.effect(seen, action);

export function describeHistory(match: Match, asked: Seat | null): MoveHistory {
  const { seat, isRevealed } = eyes(match, asked);
  const played = recount(match, 0, seat, isRevealed);
  return { first: match.firstPly, plies: match.ply, played };
}

/** Return the seat whose view is shown, and whether all is revealed. */
function eyes(match: Match, asked: Seat | null): { seat: Seat | null; isRevealed: boolean } {
  if (match.isOver) return { seat: asked, isRevealed: asked === null };
  if (asked !== null && !match.mySeats.includes(asked))
    throw new Refusal('hidden', `expected a seat of yours until all is open; found ${asked}`);
  return { seat: asked ?? match.seenAs, isRevealed: false };
}

/** Return the card of a game for a list. */
export const cardOf = (match: Match): TableCard => ({
  id: match.kept.id,
  status: match.status,
  host: LOCAL_PLAYER,
  terms: match.terms,
  chairs: match.chairs.map(({ who }) => who?.name ?? null),
  ply: match.ply,
  outcome: match.outcome,
  seats: match.mySeats,
  is_my_turn: match.mover !== null && match.playingSeats.includes(match.mover),
  created: match.kept.created,
  updated: match.changed,
});
