/** Commands at a table on this device: each is checked and returns its events. */
import type {
  NewTable,
  SeatedBot,
  Occupant,
  Seat,
  SitRequest,
  Status,
  TableEvent,
  Terms,
  GameCard,
} from '../lib/wire.ts';
import type { Action } from './game.ts';
import type { Match } from './match.ts';
import { LOCAL_PLAYER } from './worker-messages.ts';
import type { Manifest } from './wasm-module.ts';
import { normalizeOptions, rematchOptions } from './options.ts';
import { Refusal } from './errors.ts';

const NO_SEAT = 'you have no seat';

// --- Before the game ---

export function open(
  card: GameCard,
  manifest: Manifest,
  { game, players, options = {} }: NewTable,
  start: string | null,
): TableEvent {
  if (!card.players.includes(players))
    throw new Refusal('invalid_option', `players: found ${players}`);
  const terms: Terms = {
    game,
    players,
    options: start === null ? normalizeOptions(card, manifest, options, players) : {},
    clock: { kind: 'none' },
    rated: false,
    talk: false,
    stand_in: manifest.bots?.stand_in ?? 'random',
    grace: null,
    start,
    day: null,
    deal: null,
  };
  return opened(terms, []);
}

export const opened = (terms: Terms, reserved: (string | null)[]): TableEvent => ({
  kind: 'opened',
  at: Date.now(),
  terms,
  host: LOCAL_PLAYER,
  commitment: '',
  reserved: Array.from({ length: terms.players }, (_, seat) => reserved[seat] ?? null),
  chance: 'seed',
  quick: false,
});

export function sit(match: Match, { seat, name }: SitRequest): TableEvent[] {
  checkStatus(match, 'open');
  const free = match.chairs.findIndex(({ who }) => !who);
  if (seat == null && free < 0) throw new Refusal('table_full', 'no free seat');
  return [sat(match, seat ?? free, { kind: 'person', id: LOCAL_PLAYER, name: name ?? '' })];
}

export function sat(match: Match, seat: Seat, who: Occupant): TableEvent {
  const chair = match.chairs[seat];
  if (!chair) throw new Refusal('no_seat', `seat: found ${seat}`);
  if (chair.who) throw new Refusal('seat_taken', `seat ${seat} is taken`);
  return { kind: 'sat', at: Date.now(), seat, who, salt: '' };
}

export function start(match: Match): TableEvent[] {
  checkStatus(match, 'open');
  if (match.chairs.some(({ who }) => !who))
    throw new Refusal('seats_free', 'expected all seats taken');
  return [{ kind: 'started', at: Date.now() }];
}

// --- During the game ---

export function move(match: Match, number: number, text: string, move_id: string): TableEvent[] {
  const sent = match.sentMoves.get(move_id);
  if (sent) {
    if (sent.number === number && sent.move === text.trim()) return [];
    throw new Refusal('conflict', `that move_id belongs to the move ${sent.move}`);
  }
  checkTurn(match, number);
  const seat = match.mover!;
  const action = match.game.find(match.board, text);
  if (action === null) throw new Refusal('illegal_move', `expected a legal move; found ${text}`);
  return [moved(match, seat, action, LOCAL_PLAYER, move_id)];
}

/** Play a bot's move; no events if it is for another position or no bot is to move. */
export function botMove(match: Match, number: number, action: Action): TableEvent[] {
  if (number !== match.number || match.botToMove === null) return [];
  return [moved(match, match.mover!, action, null, null)];
}

function moved(
  { game, board }: Match,
  seat: Seat,
  action: Action,
  author: string | null,
  move_id: string | null,
): TableEvent {
  const move = game.moves(board, [action])[0]!;
  return { kind: 'moved', at: Date.now(), seat, move, author, move_id };
}

/** Check that it is the player's turn and that the position is the one they saw. */
export function checkTurn(match: Match, number: number): void {
  checkStatus(match, 'running');
  playingSeat(match);
  if (number !== match.number)
    throw new Refusal('stale', `expected state number ${match.number}; found ${number}`);
  if (!match.playingSeats.includes(match.mover!))
    throw new Refusal('not_your_turn', `it is the turn of seat ${match.mover}`);
}

/** Go back to before the player's last move; no other person has to agree. */
export function undo(match: Match): TableEvent[] {
  checkStatus(match, 'running');
  const seat = playingSeat(match);
  const mine = match.mySeats;
  const moves = match.movers.toReversed().findIndex((seat) => mine.includes(seat)) + 1;
  if (moves === 0) throw new Refusal('nothing_to_undo', 'nothing to undo: you have not moved yet');
  const at = Date.now();
  return [
    { kind: 'asked', at, seat, what: 'undo' },
    { kind: 'undone', at, moves },
  ];
}

export function resign(match: Match): TableEvent[] {
  checkStatus(match, 'running');
  return [{ kind: 'forfeited', at: Date.now(), seat: playingSeat(match), reason: 'resigned' }];
}

/** Return the player's seat; of several the one to move. */
function playingSeat({ playingSeats, mover }: Match): Seat {
  const seat = playingSeats.includes(mover!) ? mover! : playingSeats[0];
  if (seat === undefined) throw new Refusal('not_seated', NO_SEAT);
  return seat;
}

export function checkStatus(match: Match, status: Status): void {
  if (match.status === status) return;
  const found = `expected a table that is ${status}; it is ${match.status}`;
  throw new Refusal(`not_${status}`, found);
}

// --- The next game ---

/** Return how the next game is opened and where bots sit. Every player moves up by one seat, unless the
 *  game begins in the middle. */
export function rematch(match: Match): { opened: TableEvent; bots: SeatedBot[] } {
  checkStatus(match, 'over');
  if (!match.hasBegun) throw new Refusal('never_begun', 'expected a game that was played');
  if (match.mySeats.length === 0) throw new Refusal('not_seated', NO_SEAT);
  const { terms, players, card, game } = match;
  const next = (seat: Seat) => (terms.start === null ? (seat + 1) % players : seat);
  const reserved = new Array<string | null>(players).fill(null);
  for (const seat of match.mySeats) reserved[next(seat)] = LOCAL_PLAYER;
  const bots = match.chairs.flatMap(({ who }, seat) =>
    who?.kind === 'bot' ? [{ seat: next(seat), bot: who.name }] : [],
  );
  const options =
    terms.start === null
      ? rematchOptions(card, game.module.manifest, terms.options, players)
      : terms.options;
  return { opened: opened({ ...terms, options }, reserved), bots };
}

/** Name the table of the next game, once. */
export const rematched = ({ nextTable }: Match, table: string): TableEvent[] =>
  nextTable ? [] : [{ kind: 'rematched', at: Date.now(), table }];
