/** What one may wish at a table on this device: checked, and answered with the events it leads to. */
import type {
  NewTable,
  Occupant,
  Seat,
  Sitting,
  Status,
  TableEvent,
  Terms,
  GameCard,
} from '../lib/wire.ts';
import type { Action } from './game.ts';
import type { Match } from './match.ts';
import { ME } from './post.ts';
import type { Manifest } from './module.ts';
import { keptOptions, passedOn } from './options.ts';
import { Refusal } from './refusal.ts';

// --- Before the game ---

export function open(
  card: GameCard,
  manifest: Manifest,
  { game, players, options = {} }: NewTable,
  start: string | null,
): TableEvent {
  if (!card.players.includes(players))
    throw new Refusal('bad_terms', `expected ${String(card.players)} players; found ${players}`);
  const terms: Terms = {
    game,
    players,
    options: start === null ? keptOptions(card, manifest, options, players) : {},
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
  host: ME,
  commitment: '',
  reserved: Array.from({ length: terms.players }, (_, seat) => reserved[seat] ?? null),
  chance: 'seed',
  quick: false,
});

export function sit(match: Match, { seat, name }: Sitting): TableEvent[] {
  checkStatus(match, 'open');
  const free = match.chairs.findIndex(({ who }) => !who);
  return [sat(match, seat ?? free, { kind: 'person', id: ME, name: name ?? '' })];
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
  if (isMade(match, move_id)) return [];
  checkTurn(match, number);
  const seat = match.mover!;
  const action = match.game.find(match.board, text);
  if (action === null) throw new Refusal('illegal_move', `expected a legal move; found ${text}`);
  return [moved(match, seat, action, ME, move_id)];
}

const isMade = ({ kept }: Match, move_id: string): boolean =>
  kept.events.some((event) => event.kind === 'moved' && event.move_id === move_id);

export const botMove = (match: Match, action: Action): TableEvent[] => [
  moved(match, match.mover!, action, null, null),
];

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

/** It is our turn, and what we saw is what is there. */
export function checkTurn(match: Match, number: number): void {
  checkStatus(match, 'running');
  if (number !== match.number)
    throw new Refusal('stale', `expected state number ${match.number}; found ${number}`);
  if (!match.playingSeats.includes(match.mover!))
    throw new Refusal('not_your_turn', `it is the turn of seat ${match.mover}`);
}

/** Back to before our own last move; there is nobody to ask. */
export function undo(match: Match): TableEvent[] {
  checkStatus(match, 'running');
  const mine = match.mySeats;
  const moves = match.movers.toReversed().findIndex((seat) => mine.includes(seat)) + 1;
  if (moves === 0) throw new Refusal('nothing_to_undo', 'nothing to undo: you have not moved yet');
  const at = Date.now();
  const seat = match.playingSeats[0]!;
  return [
    { kind: 'asked', at, seat, what: 'undo' },
    { kind: 'undone', at, moves },
  ];
}

export function resign(match: Match): TableEvent[] {
  checkStatus(match, 'running');
  const mine = match.playingSeats;
  const seat = mine.includes(match.mover!) ? match.mover! : mine[0]!;
  return [{ kind: 'forfeited', at: Date.now(), seat, reason: 'resigned' }];
}

export function checkStatus(match: Match, status: Status): void {
  if (match.status === status) return;
  const found = `expected a table that is ${status}; it is ${match.status}`;
  throw new Refusal(`not_${status}`, found);
}

// --- The next game ---

/** How it is opened, and which bots sit where: everybody moves up by one, unless it begins in the
 *  middle again, where what lies there is somebody's own. */
export function rematch(match: Match): { opened: TableEvent; bots: [Seat, string][] } {
  checkStatus(match, 'over');
  if (!match.hasBegun) throw new Refusal('never_begun', 'expected a game that was played');
  const { terms, players, card, game } = match;
  const next = (seat: Seat) => (terms.start === null ? (seat + 1) % players : seat);
  const reserved = new Array<string | null>(players).fill(null);
  for (const seat of match.mySeats) reserved[next(seat)] = ME;
  const bots = match.chairs.flatMap(({ who }, seat): [Seat, string][] =>
    who?.kind === 'bot' ? [[next(seat), who.name]] : [],
  );
  const options =
    terms.start === null
      ? passedOn(card, game.module.manifest, terms.options, players)
      : terms.options;
  return { opened: opened({ ...terms, options }, reserved), bots };
}
