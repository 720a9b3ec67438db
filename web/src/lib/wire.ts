/**
 * What goes over the wire, made from the structs of `tilewright.wire`. Do not edit: run
 * `python -m tilewright.wire.typescript > web/src/lib/wire.ts`.
 *
 * Times are ms since 1970, seats count from 0.
 */

export type Seat = number;
export type GameName = string;

/** Why something is refused. */
export type Code =
  | 'not_signed_in'
  | 'forbidden'
  | 'accounts_only'
  | 'cross_origin'
  | 'wrong_password'
  | 'login_taken'
  | 'invalid_name'
  | 'invalid_login'
  | 'invalid_address'
  | 'invalid_password'
  | 'hidden'
  | 'not_found'
  | 'unknown_game'
  | 'method_not_allowed'
  | 'game_over'
  | 'conflict'
  | 'invalid_request'
  | 'invalid_option'
  | 'invalid_text'
  | 'illegal_move'
  | 'unstorable'
  | 'refused'
  | 'bad_request'
  | 'too_slow'
  | 'too_large'
  | 'too_many_requests'
  | 'internal'
  | 'busy'
  | 'unavailable'
  | 'read_only'
  | 'bad_terms'
  | 'bad_value'
  | 'not_open'
  | 'not_running'
  | 'not_over'
  | 'not_host'
  | 'no_seat'
  | 'table_full'
  | 'seat_taken'
  | 'seat_free'
  | 'not_here'
  | 'seats_free'
  | 'not_yours'
  | 'not_seated'
  | 'not_your_turn'
  | 'stale'
  | 'time'
  | 'paused'
  | 'not_paused'
  | 'asked_already'
  | 'nothing_asked'
  | 'nothing_to_undo'
  | 'no_undo'
  | 'rated'
  | 'no_handing_over'
  | 'still_here'
  | 'seated_already'
  | 'bad_key'
  | 'nothing_to_reclaim'
  | 'no_hints'
  | 'no_talk'
  | 'no_bot'
  | 'no_par'
  | 'never_begun'
  | 'rematched'
  | 'not_subscribed'
  | 'too_many_tables'
  | 'log_full'
  | 'client_gone';

// --- Refusals on the wire ---

/** Why something was refused. */
export interface Problem {
  /** For programs; never changes. */
  code: Code;
  /** For people: what was expected and what was found, or what to do next. */
  message: string;
  /** The rule of the game it is about. */
  rule: string | null;
  /** What a translation of the message needs. */
  params: Record<string, unknown>;
}

// --- Time to think ---

/** How time is kept at a table. */
export interface ClockRule {
  /**
   * `game`: `time` for all moves together, `increment` added after each; `move`: `time` for every
   * single one, usually days.
   */
  kind?: 'none' | 'game' | 'move';
  time?: number;
  increment?: number;
}

// --- What can happen at a table ---

/** Somebody with an identity. */
export interface Person {
  kind: 'person';
  id: string;
  name: string;
}

/** One of ours. */
export interface BotSeat {
  kind: 'bot';
  name: string;
  /** Which of its versions sat down; null where it had one only. */
  version?: number;
}

/** What people agree on before a game begins. */
export interface Agreement {
  game: string;
  players: number;
  /** Those of the game; what is left out has its default. */
  options?: Record<string, string>;
  clock?: ClockRule;
  rated?: boolean;
  /** Whether those at the table may talk. */
  talk?: boolean;
  /** Who plays on for somebody who left. */
  stand_in?: string;
  /** How long (ms) somebody may be away on their turn until the stand-in moves; null: for ever. */
  grace?: number | null;
}

/** What a game is played on: the agreement, and where it begins. */
export interface Terms extends Required<Agreement> {
  /**
   * Where a game begins in the middle: a position as one seat sees it, as text. What it does not
   * know is dealt.
   */
  start: string | null;
  /**
   * The last day, in UTC, of a deal that others play, too: what it hides stays hidden until then. A
   * daily deal has one day. null for any other game.
   */
  day: string | null;
  /** The deal that others play, too; tables of old have none, though their deal be of a day. */
  deal: string | null;
}

/** What all events have. */
export interface Happened {
  /** When, in ms since 1970. */
  at: number;
}

/** A table was set up. */
export interface Opened extends Happened {
  kind: 'opened';
  terms: Terms;
  host: string;
  /** SHA-256 of the secret behind the deal. */
  commitment: string;
  /** Who alone may take which seat, by identity. */
  reserved: (string | null)[];
  /** Where chance comes from. */
  chance: 'seed' | 'keys';
  /**
   * Whether it is for whoever comes: it begins with the last seat taken, and is given up as soon as
   * nobody waits there.
   */
  quick: boolean;
}

/** A seat was taken; `salt` is what its owner adds to the shuffle. */
export interface Sat extends Happened {
  kind: 'sat';
  seat: number;
  who: Occupant;
  salt: string;
}

/** A seat was freed before the game began; an empty one is kept for nobody any more. */
export interface Stood extends Happened {
  kind: 'stood';
  seat: number;
}

/** Whoever sits there has another name now. */
export interface Renamed extends Happened {
  kind: 'renamed';
  seat: number;
  name: string;
}

/** The game was dealt. */
export interface Started extends Happened {
  kind: 'started';
  /** Why it is not rated after all, though that was agreed. */
  unrated?: 'address';
}

/**
 * The table was given up before the game began; or at any time by whoever runs the server, and the
 * game has no outcome.
 */
export interface Closed extends Happened {
  kind: 'closed';
}

/** A move was made for a seat; `author` is nobody when a bot made it. */
export interface Moved extends Happened {
  kind: 'moved';
  seat: number;
  move: string;
  author: string | null;
  move_id: string | null;
}

/** Somebody asks the others for their consent. */
export interface Asked extends Happened {
  kind: 'asked';
  seat: number;
  what: Ask;
}

/** Somebody agreed or refused. */
export interface Answered extends Happened {
  kind: 'answered';
  seat: number;
  what: Ask;
  yes: boolean;
}

/** The last moves were taken back. */
export interface Undone extends Happened {
  kind: 'undone';
  moves: number;
}

/** Clocks stopped, no moves till somebody resumes. */
export interface Paused extends Happened {
  kind: 'paused';
}

/** Play goes on. */
export interface Resumed extends Happened {
  kind: 'resumed';
  seat: number;
}

/**
 * The server was away from `gone` on. Until `until`, a little after its return, nobody's time runs.
 */
export interface Held extends Happened {
  kind: 'held';
  gone: number;
  until: number;
}

/** A seat gave up, ran out of time or broke the rules; it comes last. */
export interface Forfeited extends Happened {
  kind: 'forfeited';
  seat: number;
  reason: ForfeitReason;
}

/** The stand-in plays for somebody who is away. */
export interface TakenOver extends Happened {
  kind: 'taken_over';
  seat: number;
}

/** Somebody is back and plays for themselves. */
export interface Reclaimed extends Happened {
  kind: 'reclaimed';
  seat: number;
}

/** A seat of a running game goes on on another device, which is somebody else to the server. */
export interface HandedOver extends Happened {
  kind: 'handed_over';
  seat: number;
  who: Person;
  by?: 'owner' | 'host';
}

/** Table talk. */
export interface Said extends Happened {
  kind: 'said';
  who: Person;
  text: string;
}

/** The day of the deal is over: all of it may be shown. */
export interface Unsealed extends Happened {
  kind: 'unsealed';
}

/** The next game is at that table. */
export interface Rematched extends Happened {
  kind: 'rematched';
  table: string;
}

export type Ask = 'undo' | 'pause';

export type ForfeitReason = 'resigned' | 'time' | 'fault';

export type Occupant = Person | BotSeat;

export type TableEvent =
  | Opened
  | Sat
  | Stood
  | Renamed
  | Started
  | Closed
  | Moved
  | Asked
  | Answered
  | Undone
  | Paused
  | Resumed
  | Held
  | Forfeited
  | TakenOver
  | Reclaimed
  | HandedOver
  | Said
  | Unsealed
  | Rematched;

// --- What the plain data of all games have in common ---

/** What is in the box of a game: tiles, goals, cards, pieces. */
export interface Box {
  game: string;
}

/** A position as data for drawing. Every game adds fields of its own. */
export interface Scene {
  game: string;
  players: number;
  ply: number;
  mover: number;
  /** Who moves, in order, as far as it is known; the mover first. */
  turns: number[];
  is_over: boolean;
  scores: number[] | null;
  places: number[] | null;
}

/** What a move does. Every game adds fields of its own. */
export interface Effect {
  move: string;
  kind: string;
  seat: number;
  /** Who moves then; null where the game is over. */
  next: number | null;
  ends: boolean;
}

// --- Positions, moves and what they do, as data ---

/** A position as one seat may see it. */
export interface View<S extends Scene = Scene> {
  /** Whose view; null for a spectator. */
  seat: number | null;
  number: number;
  ply: number;
  mover: number;
  is_over: boolean;
  /** The legal moves, when it is this seat's turn. */
  moves: string[] | null;
  /** The position as text; `?` stands for what is hidden. Left out for those who want none. */
  position?: string;
  /** The position as data for drawing; for those who asked for it. */
  scene: S;
  /**
   * The same for an engine of one's own: the bytes of the view, in base64. With a scene when it is
   * this seat's turn; always, and alone, for those who asked for states.
   */
  state?: string;
}

/** A move that was played, and what it did as far as the viewer may know. */
export interface Played<E extends Effect = Effect> {
  /** The number of its event, where it is news. */
  seq?: number;
  /** How many moves were played before it. */
  ply: number;
  seat: number;
  move: string;
  effect: E;
}

/** Stands in the place of an effect: a move that cannot be played, and why. */
export interface MoveIllegal {
  move: string;
  illegal: Problem;
}

export type Preview = Effect | MoveIllegal;

// --- Tables and seats ---

/** A seat and who has it. */
export interface ChairInfo {
  who?: Occupant;
  salt?: string;
  has_stand_in?: boolean;
  forfeit?: ForfeitReason;
  /** The only one who may take it. */
  kept_for?: string;
  /** Time left in ms, as of `TableInfo.now`; null where no time is kept. */
  left?: number;
}

/** How it ended, by seat. */
export interface OutcomeInfo {
  scores: number[];
  places: number[];
}

/** What decided the deal; shown after the game. */
export interface ShuffleInfo {
  secret: string;
  salts: string[];
  /** A decimal number as text: it may be greater than what JSON readers keep exact. */
  seed: string;
}

/** All that is public about a table, but for the position. */
export interface TableInfo {
  id: string;
  terms: Terms;
  host: string;
  commitment: string;
  status: Status;
  seq: number;
  number: number;
  ply: number;
  mover: number | null;
  chairs: ChairInfo[];
  /** The server's time in ms. */
  now: number;
  /** Whose time runs. */
  running?: number;
  /** The server was away: until then nobody's time runs. */
  held_until?: number;
  asked?: [Ask, number];
  is_paused?: boolean;
  next_table?: string;
  /** Why the game is not rated, though that was agreed. */
  unrated?: 'address';
  /** Whether it is for whoever comes: the game begins with the last seat taken. */
  is_quick?: boolean;
  outcome?: OutcomeInfo;
  shuffle?: ShuffleInfo;
}

/** A table as somebody may see it. */
export interface TableShown {
  info: TableInfo;
  /** The position; null before the deal. */
  view: View | null;
  /** What lets others in; for the host and those seated or expected there. */
  invite: string | null;
  /** Whether somebody may have such games analysed: not who plays one that counts. */
  has_help: boolean;
}

/** A table in a list. */
export interface TableCard {
  id: string;
  status: Status;
  host: string;
  terms: Terms;
  /** Names; null for a free seat. */
  chairs: (string | null)[];
  ply: number;
  /** null before the end, for a game broken off, and for one that ended before this was kept. */
  outcome: OutcomeInfo | null;
  is_my_turn: boolean;
  /** Those of whoever the list is of. */
  seats: number[];
  created: number;
  updated: number;
}

/** Among which games of somebody one can choose. */
export interface Choices {
  games: string[];
  /** The names of whoever else sat there, bots included. */
  others: string[];
}

/** Some tables, the latest first. */
export interface TablePage {
  tables: TableCard[];
  /** `before` of the next page; null on the last. */
  next: string | null;
  /** Of all pages together, where they were asked for. */
  choices?: Choices;
}

/** An event and its place in the log. */
export interface Numbered {
  seq: number;
  event: TableEvent;
}

/** What has happened at a table, a page of it. */
export interface EventLog {
  events: Numbered[];
  /** `since` of the next page; null on the last. */
  next: number | null;
}

/** A bot on a seat. */
export interface SeatedBot {
  seat: number;
  bot: string;
}

/** A ply of a game that is over, as one seat saw it: of a table or of a record. */
export interface Start {
  table?: string | null;
  record?: string | null;
  ply: number;
  seat: number;
  /** Where the table needs one. */
  invite?: string | null;
}

/** A table to be opened. */
export interface NewTable extends Agreement {
  /** Whether the lobby shows it to everybody. */
  listed?: boolean;
  /** Whether you take the first seat left. */
  sit?: boolean;
  bots?: SeatedBot[];
  /**
   * Play on from there: what that seat did not see is dealt anew. The game and the number of
   * players must be the same; not for rated games.
   */
  start?: Start | null;
}

/** A game with whoever else looks for one. */
export interface QuickMatch {
  game: string;
  players?: number;
  rated?: boolean;
}

/** A seat to be taken; the first free one unless told. */
export interface Sitting {
  seat?: number | null;
  salt?: string;
  /** Whoever plays there, where several share a screen; by default your own name. */
  name?: string | null;
}

/** What lets another device have a seat of a running game, once. */
export interface SeatKey {
  key: string;
  /** When it opens nothing any more. */
  until: number;
}

/** A seat that is taken with a key to it. */
export interface SeatTaken {
  key: string;
}

/** Which bot. */
export interface BotChoice {
  bot: string;
}

/** How to begin. */
export interface Beginning {
  /** For every seat that is still free. */
  fill?: string | null;
}

/** A move on the position of a number. */
export interface Move {
  /** That of the position you saw. */
  number: number;
  move: string;
  move_id: string;
}

/** What the others are asked for. */
export interface Question {
  what: Ask;
}

/** Agree or refuse; whoever asked may take it back by a no. */
export interface Answer {
  yes: boolean;
}

/** A move that is on disk, and the table as it stands now. */
export interface MoveMade extends TableShown {
  /** The number of the event that the move became. */
  seq: number;
}

/** Why a move was not made; for a `stale` one also how the table stands. */
export interface MoveRefused extends Problem {
  table: TableShown | null;
}

export type Status = 'open' | 'running' | 'over';

// --- The messages of the socket, both ways ---

/** What all requests have. What has its default is not sent: an older server may not know it. */
export interface Envelope {
  ref?: number | string | null;
}

/** What all requests about a table have. */
export interface TableRequest extends Envelope {
  table: string;
}

/**
 * Send me what happens there. `since`: I know the first so many events, send the others. `scene`:
 * positions also as data for drawing, and what moves did. `text`: positions as text, which whoever
 * draws scenes need not have. `state`: positions as bytes instead of all that, for an engine of
 * one's own.
 */
export interface SubscribeRequest extends TableRequest {
  type: 'subscribe';
  since?: number | null;
  invite?: string | null;
  scene?: boolean;
  text?: boolean;
  state?: boolean;
}

/** Send me no more of it. */
export interface UnsubscribeRequest extends TableRequest {
  type: 'unsubscribe';
}

/** Table talk. */
export interface SayRequest extends TableRequest {
  type: 'say';
  text: string;
}

/**
 * Play a move on the position of that number. `move_id` is the client's own name for this move:
 * sent twice, it is played once.
 */
export interface MoveRequest extends TableRequest {
  type: 'move';
  number: number;
  move: string;
  move_id: string;
}

/** What would these moves do on the position of that number? */
export interface PreviewRequest extends TableRequest {
  type: 'preview';
  number: number;
  moves: string[];
}

/** Give up. */
export interface ResignRequest extends TableRequest {
  type: 'resign';
}

/** I am back: no stand-in any more. */
export interface ReclaimRequest extends TableRequest {
  type: 'reclaim';
}

/** Ask the others for an undo or a pause. */
export interface AskRequest extends TableRequest {
  type: 'ask';
  what: Ask;
}

/** Agree or refuse. */
export interface AnswerRequest extends TableRequest {
  type: 'answer';
  yes: boolean;
}

/** End a pause. */
export interface ResumeRequest extends TableRequest {
  type: 'resume';
}

/** Are you there? */
export interface Ping extends Envelope {
  type: 'ping';
}

/** The first message on a socket. */
export interface WelcomeMessage {
  type: 'welcome';
  version: string;
  /** The server's time in ms. */
  now: number;
  person: string | null;
  name: string | null;
}

/** What happened at a table, and how it stands now. */
export interface UpdateMessage {
  type: 'update';
  table: string;
  seq: number;
  events: Numbered[];
  info: TableInfo;
  /** The new position; null when it has not changed. */
  view: View | null;
  /** What the moves among the events did; for those who asked for scenes. */
  played?: Played[];
}

/** What each of the moves would do, in the order in which they were asked about. */
export interface PreviewMessage {
  type: 'preview';
  table: string;
  number: number;
  effects: Preview[];
  ref: number | string | null;
}

/** Who is at a table: the ids of everybody with a name, and how many others watch. */
export interface PresenceMessage {
  type: 'presence';
  table: string;
  here: string[];
  spectators: number;
}

/**
 * It is done, and on disk. `seq` is the number of the event it became, or else how many events the
 * table has; null where nothing is known of them.
 */
export interface Ack {
  type: 'ack';
  table: string;
  seq: number | null;
  ref: number | string | null;
}

/** The answer to a ping. */
export interface Pong {
  type: 'pong';
  now: number;
  ref: number | string | null;
}

/** It is not done, and why. The same four parts as over HTTP. */
export interface ErrorMessage extends Problem {
  type: 'error';
  table: string | null;
  ref: number | string | null;
}

export type ServerMessage =
  WelcomeMessage | UpdateMessage | PresenceMessage | Ack | PreviewMessage | Pong | ErrorMessage;

export type ClientMessage =
  | SubscribeRequest
  | UnsubscribeRequest
  | MoveRequest
  | PreviewRequest
  | AskRequest
  | AnswerRequest
  | ResumeRequest
  | ResignRequest
  | ReclaimRequest
  | SayRequest
  | Ping;

// --- The games that are played on a server ---

/** A game. */
export interface GameCard {
  name: string;
  title: string;
  /** How many may play. */
  players: number[];
  options: OptionCard[];
  /** What a score counts. */
  score_name: string;
  lower_is_better: boolean;
  /** Whether anything is hidden from a seat: a card, the order of a deck. */
  has_secrets: boolean;
  bots: BotCard[];
  /** Whether its bots think at full speed. A machine that is new to them prepares them first. */
  is_ready: boolean;
  /** How many puzzles there are to be solved. */
  puzzles: number;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  help: string;
  default: string;
  /** One of some words; a seat, or chance; a number for each seat, as `7,0`. */
  kind: 'word' | 'seat' | 'numbers';
  /** The words there are. Of seats those of a full table, after chance. */
  values: string[];
  /** The numbers there are, by player count. */
  numbers: SeatNumbers[];
}

/** Which numbers an option gives to seats. */
export interface SeatNumbers {
  players: number;
  /** The greatest that one seat may have. */
  highest: number;
  /** The greatest that all may have together. */
  most: number;
  /** Those that the box suggests, the weakest first. */
  suggested: number[];
}

/** Somebody who plays a game. */
export interface BotCard {
  name: string;
  /** How it plays, in English. */
  help: string;
}

/** What a page needs to play a game by itself. The files lie beside the list. */
export interface EngineCard {
  /** `GAME.HASH.wasm`, named by its contents. */
  module: string;
  /** `GAME.HASH.weights`: the newest network as it is kept; none where the game has none. */
  weights: string | null;
  /** `GAME.HASH.puzzles`; none where the game has none. */
  puzzles: string | null;
  card: GameCard;
  box: Box;
  /** The states of its lesson's positions in base64, by their text: no page reads such texts. */
  positions: Record<string, string>;
}

/** The engines that are ready, by game. */
export interface EngineList {
  /** Ours: a page of another one does not know how to read them. */
  version: string;
  games: Record<string, EngineCard>;
  /** Whether others are being built. */
  more: boolean;
}

// --- People ---

/** Somebody who wants to play at once. */
export interface NewGuest {
  name: string;
  /** Give a bearer token, for programs, instead of setting a cookie. */
  token?: boolean;
}

/** Another name. */
export interface NewName {
  name: string;
}

/** What a guest will log in with. */
export interface NewAccount {
  login: string;
  password: string;
}

/** Somebody who has an account. */
export interface Credentials {
  login: string;
  password: string;
  /** Give a bearer token, for programs, instead of setting a cookie. */
  token?: boolean;
}

/** The password so far, and the next one. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** A token for a program. */
export interface NewToken {
  label: string;
  days?: number | null;
}

/** An account's password; a guest leaves it empty. */
export interface Deletion {
  password?: string;
}

/** Somebody, as everybody may see them. */
export interface PersonCard {
  id: string;
  name: string;
  kind: PersonKind;
}

/** Somebody who has just signed in. */
export interface Welcome extends PersonCard {
  /** The bearer token, where one was asked for. */
  token: string | null;
}

/** Who is asking; nobody for a stranger. */
export interface Visitor {
  person: PersonCard | null;
}

/** An API token, without its secret. */
export interface TokenCard {
  id: string;
  label: string;
  created: number;
  expires: number | null;
}

/** An API token, and its secret: it is never shown again. */
export interface FreshToken extends TokenCard {
  token: string;
}

export type PersonKind = 'guest' | 'account';

// --- Mail for games over days ---

/** Where somebody wants to be told of their turns. */
export interface NewAddress {
  address: string;
  /** Of the letters; English where we do not speak it. */
  language?: string;
}

/** Where somebody is told of their turns. */
export interface MailShown {
  /** Whether this server sends mail at all. */
  is_offered: boolean;
  address: string | null;
  /** Nothing but one letter is sent before. */
  is_confirmed: boolean;
}

// --- What a bot thinks, and positions that one plays about with ---

/** What to think about: exactly one of a position, a record and a table. */
export interface AnalysisTask {
  /** As text, with nothing hidden. */
  position?: string | null;
  record?: string | null;
  /** One whose game is over. */
  table?: string | null;
  /** Of the record or table; the last if null. */
  ply?: number | null;
  /** Where the table needs one. */
  invite?: string | null;
  seconds?: number;
  most?: number;
}

/** A move the search has looked at. */
export interface MoveThought<E extends Effect = Effect> {
  move: string;
  /** What it does, in English. */
  does: string;
  /** What the mover may expect of it: 1 is a sure win. null in a game for one. */
  chance: number | null;
  /** The total it leads to at the end of a game for one. null in others. */
  expected: number | null;
  /** How much the search has looked at it. */
  visits: number;
  /** How good it looked before the search, as a share. */
  prior: number | null;
  /** What it changes in the mover's score right now. */
  score_change: number;
  effect: E;
}

/** The best moves of the seat to move, judged from what that seat may know. */
export interface AnalysisShown {
  game: string;
  ply: number;
  mover: number;
  iterations: number;
  moves: MoveThought[];
}

/** How long to think, and how much to tell. */
export interface HintWish {
  seconds?: number;
  most?: number;
}

/** The best moves for you, judged from what you may know. */
export interface HintShown extends AnalysisShown {
  /** Of the position that was thought about. */
  number: number;
}

/** What the deal was worth. */
export interface ParShown {
  /** null where the server stopped before it was found. */
  par: number | null;
}

/** What could be expected at a ply of a game that is over. */
export interface Chances {
  ply: number;
  /** Of each seat to come first; they add up to 1. null in a game for one. */
  chances?: number[];
  /** The total at the end of a game for one. null in others. */
  expected?: number;
}

/** A game about which nothing is secret any more, for an engine of one's own. */
export interface StatesShown {
  game: string;
  /** The ply at which it begins. */
  first: number;
  /** The bytes of every state from there on, in base64. */
  states: string[];
}

/** A position, how it goes on, and what might be played then. */
export interface StudyTask {
  /** As text, with nothing hidden. */
  position: string;
  /** Played one after the other. */
  moves?: string[];
  /** Tried afterwards, each by itself. */
  preview?: string[];
  /** As this seat sees it all. */
  seat?: number | null;
}

/** The position after the moves, what they did, and what others would do. */
export interface Studied<S extends Scene = Scene> {
  mover: number;
  is_over: boolean;
  /** As text; as the seat sees it, if one was named. */
  position: string;
  scene: S;
  legal: string[];
  played: Played[];
  /** Of the moves that were tried, in their order. */
  effects: Preview[];
}

// --- A finished game, looked back on ---

/** Why a move was worse than the best: a claim that was checked on the position. */
export interface ReasonShown {
  /** Of the sentence, as the page's words have it. */
  key: string;
  /** What stands in the sentence. */
  facts: Record<string, unknown>;
  /** The sentence in English. */
  text: string;
}

/** A move that is worth a look, beside the best that its seat could have found. */
export interface DecisionShown {
  /** How many moves had been played before it. */
  ply: number;
  seat: number;
  kind: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
  /** What the seat could expect of the best less what it could expect of the one played. */
  loss: number;
  /** How far that may be off, with 95 % certainty. */
  error: number;
  played: string;
  /** What was not played, and what it would have done as far as the seat could know. */
  best: Played;
  /** What matters most first; empty where the game has no words for it. */
  why: ReasonShown[];
}

/** What chance did. */
export interface ChanceShown {
  ply: number;
  /** `first seat`, `deal`, `hidden cards` or `refill`. */
  event: string;
  /** For every seat. */
  luck: number[];
}

/** Anything that changed what the seats could expect: a move, or what chance did. */
export interface StepShown {
  /** How many moves had been played after it. */
  ply: number;
  /** Whose decision it was; null: nobody's. */
  seat?: number;
  /** What every seat could expect after it. */
  outlook: number[];
}

/** What came of a seat: start + luck + own + others = result, exactly. */
export interface AccountShown {
  seat: number;
  score: number;
  place: number;
  gave_up: boolean;
  start: number;
  luck: number;
  /** What its own decisions did to it. */
  own: number;
  /** What those of the others did to it. */
  others: number;
  result: number;
  /** The result without the luck. */
  adjusted: number;
  /** How far that may be off, with 95 % certainty. */
  error: number;
}

/** What a finished game teaches: shares of what a seat may expect, from 0 to 1. */
export interface ReviewShown {
  game: string;
  /** Of the search for the best move of a decision. */
  iterations: number;
  /** Those worth a look, in the order of play. */
  decisions: DecisionShown[];
  chance: ChanceShown[];
  /** The whole game, from the deal to the result. */
  steps: StepShown[];
  seats: AccountShown[];
}

// --- Positions with one right answer, and what comes of a try at them ---

/** A game that has puzzles. */
export interface PuzzlesCard {
  game: string;
  count: number;
}

/** A puzzle, without its position. */
export interface PuzzleCard {
  id: string;
  kind: string;
  /** How hard it is, on the scale of players and bots. */
  rating: number;
}

/** All puzzles of a game. */
export interface PuzzleList {
  game: string;
  /** What each kind asks for, in English. */
  kinds: Record<string, string>;
  /** The puzzle of the day (in UTC), the same for everybody. */
  today: string;
  /** The easiest first. */
  puzzles: PuzzleCard[];
}

/** A puzzle to be solved. */
export interface PuzzleShown extends PuzzleCard {
  game: string;
  /** Whose move is looked for. */
  seat: number;
  /** A complete one, for `POST /study`. What the seat does not know is made up. */
  position: string;
  /** The number that is to be reached, where the kind asks for one. */
  target: number | null;
}

/** How the owner of an account does at the puzzles of a game. */
export interface SolverShown {
  /** On the scale of players and bots; 25 at first. */
  rating: number;
  /** The oldest first. */
  tries: PuzzleTry[];
}

/** A first try at a puzzle. */
export interface PuzzleTry {
  puzzle: string;
  is_right: boolean;
  /** Of whoever tried, after it. */
  rating: number;
  at: number;
}

/** A try at a puzzle. */
export interface Attempt {
  /** What may be right; null: whoever asks gives up. */
  move?: string | null;
  /** Whether a first try counts for the ratings of whoever asks and of the puzzle. */
  is_rated?: boolean;
}

/** What comes of a try. */
export interface AttemptShown {
  is_right: boolean;
  /** All right moves, which come to the same; none while one was not found. */
  answers: string[];
  /** Where the line begins: a complete one, in which a wrong move is seen to fail. */
  position: string;
  /**
   * The move, or the answer for whoever gave up, then the best of both sides as far as that is
   * proven: to the end of the game, as a rule.
   */
  line: string[];
  /** Of whoever tried, after it; null for guests, whom their browser keeps it for. */
  rating: number | null;
}

/** A puzzle with all that is needed to play it. */
export interface PackedPuzzle extends PuzzleCard {
  /** Bytes in base64: a complete one. What the mover does not know is made up. */
  state: string;
  /** The marks of the answers: FNV-1a, 32 bits, of the id, a space and the move. */
  right: number[];
  target?: number;
}

/** All puzzles of a game. */
export interface PuzzleFile {
  /** What each kind asks for, in English. */
  kinds: Record<string, string>;
  /** In the order of their days: the first is that of 1 January 1970, and then they come again. */
  puzzles: PackedPuzzle[];
}

// --- Games as they went ---

/** A position of a game, and how it went on from there. */
export interface PlyShown<S extends Scene = Scene, E extends Effect = Effect> {
  /** Whose view; null where all is shown, or a spectator's view. */
  seat: number | null;
  ply: number;
  /** The first there is: 0, unless the game began in the middle. */
  first: number;
  /** The last there is. */
  plies: number;
  mover: number;
  is_over: boolean;
  /** As text; `?` stands for what is hidden. */
  position: string;
  /** The legal moves, where all is shown or it was this seat's turn. */
  legal: string[] | null;
  /** What was played here. */
  move: string | null;
  /** The position as data for drawing, where that was asked for. */
  scene: S;
  /** And what the move did. */
  effect: E | null;
}

/** All moves of a game, and what they did. */
export interface Story {
  /** The ply at which it began: 0, unless that was in the middle. */
  first: number;
  /** The ply that it has come to. */
  plies: number;
  played: Played[];
}

/** A record in a list. */
export interface RecordCard {
  id: string;
  game: string;
  created: number;
}

/** Some records, the latest first. */
export interface RecordPage {
  records: RecordCard[];
  /** `before` of the next page; null on the last. */
  next: string | null;
}

/** A record that was read and checked. */
export interface RecordShown extends RecordCard {
  players: number;
  plies: number;
  /** Who sat where, as far as the record says. */
  seats: string[];
  /** By seat; null for a game that was broken off. */
  scores: number[] | null;
  places: number[] | null;
  text: string;
}

/** A record to be kept. */
export interface NewRecord {
  text: string;
}

/** What a table shows after the game. */
export interface ShuffleParts {
  secret: string;
  /** Seat by seat. */
  salts: string[];
  seed: string;
}

/** What is to be checked: a record, or a shuffle. */
export interface Claim {
  record?: string | null;
  shuffle?: ShuffleParts | null;
  /** What was shown before the game; needed for a shuffle. */
  commitment?: string | null;
}

/** Whether it holds, and in words what was checked and what was not. */
export interface Verdict {
  holds: boolean;
  lines: string[];
}

// --- Deals that many play, and how those did who played them ---

/** A deal to be made for friends: everybody who has its link meets the same. */
export interface NewDeal {
  game: string;
  players: number;
  /**
   * Of the bots on all the other seats; the highest plays as the one below it, which does not think
   * by the clock.
   */
  level: number;
}

/** All results together. */
export interface FieldShown {
  count: number;
  /** Their mean. */
  margin: number;
}

/**
 * What a game was worth without its luck, as its review has it: a share from 0 to 1 of what a seat
 * may expect.
 */
export interface AdjustedShown {
  share: number;
  /** How far that may be off, with 95 % certainty. */
  error: number;
}

/** What somebody, or a program of ours, made of a deal. */
export interface MadeShown {
  /** In their own game; 1 for the winner. */
  place: number;
  /** In the game's own measure. */
  score: number;
  /** How far before the best of the others, or alone the score; more is better in every game. */
  margin: number;
  /** How far that is above the mean of all who had the same seat. */
  above: number;
  /** null until somebody has asked for it, and until you have finished or the last day is over. */
  adjusted: AdjustedShown | null;
  /**
   * After how many equal moves of all seats their game went another way than yours. null where it
   * never did, where you have not finished, and where the moves are not known any more.
   */
  parted: number | null;
}

/** Somebody who played to the end in time. */
export interface DealResult extends MadeShown {
  name: string;
  /** On which they sat. */
  seat: number;
  /** When they had finished. */
  at: number;
  is_me: boolean;
}

/** Your own game of a deal. */
export interface MyDeal {
  table: string;
  /** null until it is finished. */
  made: MadeShown | null;
  /** Among all results so far, or what it would be there. */
  rank: number | null;
  /** Whether it is one of them: those of guests are not in the deals of days. */
  is_ranked: boolean;
}

/** What decided the deal, shown when the day is over. */
export interface DealShuffle {
  secret: string;
  /** A decimal number. */
  seed: string;
}

/** A deal, and how those did who have played it. */
export interface DealShown {
  id: string;
  game: string;
  /** null for one that goes by link. */
  day: string | null;
  /** On which it can be played. */
  last_day: string;
  /** Whose deal it is; most are none's. */
  evening: string | null;
  /** Who sits where: a bot, or null for somebody who plays the deal. */
  seats: (string | null)[];
  /** SHA-256 of the secret behind the deal. */
  commitment: string;
  field: FieldShown;
  /**
   * The best 100: by place, then by margin, then by time; where people play each other by what they
   * are above the mean. Of a deal that goes by link only who has finished sees any.
   */
  results: DealResult[];
  /** null where you have not taken the deal. */
  mine: MyDeal | null;
  /**
   * What a program of ours makes of it; null until it is found, and until you have finished or its
   * last day is over.
   */
  par: MadeShown | null;
  /** null until the last day is over. */
  shuffle: DealShuffle | null;
}

/** The deals of a day, one for each game. */
export interface DayShown {
  date: string;
  /** The nearest day before that has deals. */
  earlier: string | null;
  /** The nearest day after. */
  later: string | null;
  deals: DealShown[];
}

// --- Evenings of a club ---

/** An evening to be made: everybody who has its link plays the same deals. */
export interface NewEvening {
  name: string;
  game: string;
  players: number;
  /** Of the bots on all the other seats, as in deals for friends. */
  level: number;
  /** How many of them. */
  deals: number;
  /**
   * Whether people play each other, at tables of so many `players`: bots have only the seats that
   * are left over.
   */
  is_together?: boolean;
}

/** One of the deals. */
export interface EveningDeal {
  id: string;
  /** How many have finished it. */
  count: number;
  /** Of the leads on your seat; null until you have finished it, or the evening is over. */
  mean: number | null;
  /** Who sits together, where people play each other: the names at each table. */
  seated: string[][];
  /** Yours; null where you have not taken it. */
  table: string | null;
  /** Whether you have finished it. */
  is_done: boolean;
}

/** Somebody who has taken one of the deals, or has joined. */
export interface EveningPlayer {
  /** With a number where several are called so. */
  name: string;
  is_me: boolean;
  /** By the deals that you may know; null where there are none. */
  place: number | null;
  /** Of all deals. */
  finished: number;
  /**
   * For each deal: by how much their lead was above the mean of their seat. null where they have no
   * result, and until you have finished that deal, or the evening is over.
   */
  marks: (number | null)[];
  /** Of these marks. */
  total: number;
}

/** An evening, and how those did who take part. */
export interface EveningShown {
  id: string;
  name: string;
  game: string;
  /** On the seats that nobody has who plays. */
  bots: string[];
  /** At each table. */
  seats: number;
  /** Whether people play each other. */
  is_together: boolean;
  /** Whether you wait to be seated with the next deal. */
  has_joined: boolean;
  is_host: boolean;
  /** On which it can be played. */
  last_day: string;
  /** Whether its host has closed it, or its last day is over. */
  is_over: boolean;
  /** Whether it is over, or all who take part have finished all deals. */
  is_final: boolean;
  deals: EveningDeal[];
  /** The best first: by the number of deals, then by the total. */
  players: EveningPlayer[];
}

// --- How people and bots stand ---

/** How somebody stands in a game with so many players. */
export interface Rated {
  /** A person's id, or a bot as `bot:level-3`. */
  subject: string;
  name: string;
  game: string;
  players: number;
  /** `mu - 3 * sigma`: what one may be all but sure of. */
  skill: number;
  /** The most likely skill; everybody begins at 25. */
  mu: number;
  /** How uncertain that is. */
  sigma: number;
  games: number;
}

/** How somebody stood after a rated game. */
export interface RatedThen {
  game: string;
  players: number;
  at: number;
  mu: number;
  sigma: number;
}

/**
 * What everybody may know of somebody with an account. Their games stand in a list of their own;
 * those at tables that are not listed are nobody else's.
 */
export interface Profile {
  person: PersonCard;
  ratings: Rated[];
  /** After each rated game, the latest 500, in order. */
  curve: RatedThen[];
}

// --- What somebody may take along ---

/** A game that somebody brought along. */
export interface OwnRecord extends RecordCard {
  text: string;
}

/** Where somebody is signed in, without the secret. */
export interface OwnSession {
  kind: string;
  label: string;
  created: number;
  seen: number;
}

/** All that is kept about somebody. The moves of a game are in the record of its table. */
export interface OwnData {
  person: PersonCard;
  login: string | null;
  /** Where they are told of their turns. */
  mail: string | null;
  sessions: OwnSession[];
  tables: TableCard[];
  ratings: Rated[];
  records: OwnRecord[];
}
