/**
 * What goes over the wire, made from the structs of `tilewright.wire`. Do not edit: run
 * `python -m tools.ts.wire > web/src/lib/wire.ts`.
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
  | 'never_begun'
  | 'rematched'
  | 'not_subscribed'
  | 'too_many_tables'
  | 'records_full'
  | 'seated_too_often'
  | 'log_full';

// --- Errors on the wire ---

/** The reason why a request was refused. */
export interface Problem {
  /** Code for programs; it never changes. */
  code: Code;
  /** Message for people: what was expected and found, or what to do next. */
  message: string;
  /** Id of the rule of the game that was broken. */
  rule: string | null;
  /** Values that a translation of the message needs. */
  params: Record<string, unknown>;
}

// --- Thinking time ---

/** Time control of a table. */
export interface ClockRule {
  /**
   * `none`: no limit; `game`: `time` for all moves together, plus `increment` after each; `move`:
   * `time` for each move, usually days.
   */
  kind?: 'none' | 'game' | 'move';
  /** Milliseconds, 1 to 30 days. */
  time?: number;
  /** Milliseconds added after each of a person's moves, if `kind` is `game`. */
  increment?: number;
}

// --- Events ---

/** A guest or an account holder. */
export interface Person {
  kind: 'person';
  id: string;
  name: string;
}

/** A bot of this package. */
export interface BotSeat {
  kind: 'bot';
  name: string;
  /** Bot version; null if only one version existed when the bot was seated. */
  version?: number;
}

/** The terms that players agree on before a game starts. */
export interface GameTerms {
  game: string;
  /** Number of seats, 1 to 4. */
  players: number;
  /** Game options; a missing option has its default. */
  options?: Record<string, string>;
  clock?: ClockRule;
  /** True if the result affects ratings; see `Started.unrated`. */
  rated?: boolean;
  /** True if the table has a chat. */
  talk?: boolean;
  /** The bot that moves for an absent player. */
  stand_in?: string;
  /** Time (ms) the mover may be away before the stand-in moves; null for no limit. */
  grace?: number | null;
}

/** All terms of a table: the agreed terms, and where the game starts. */
export interface Terms extends Required<GameTerms> {
  /** Start position as text: a seat's view, whose hidden parts are dealt. null for a new deal. */
  start: string | null;
  /** Last day (UTC) of a shared deal: hidden information stays hidden until the end of it. */
  day: string | null;
  /** Id of the shared deal. Tables from early versions have a day but no id. */
  deal: string | null;
}

/** Fields common to all events. */
export interface EventBase {
  /** Time in ms since 1970. */
  at: number;
}

/** A table was opened. */
export interface Opened extends EventBase {
  kind: 'opened';
  terms: Terms;
  host: string;
  /** SHA-256 of the server's secret, which determines the deal. */
  commitment: string;
  /** By seat: id of the only person who may take it. */
  reserved: (string | null)[];
  chance: 'seed' | 'keys';
  /**
   * True for a quick match: it starts when the last seat is taken, and closes once all waiting
   * players have left.
   */
  quick: boolean;
}

/** A seat was taken; `salt` is its owner's contribution to the shuffle. */
export interface SeatTaken extends EventBase {
  kind: 'sat';
  seat: number;
  who: Occupant;
  salt: string;
}

/** A seat was freed before the game, or the reservation of an empty seat ended. */
export interface SeatFreed extends EventBase {
  kind: 'stood';
  seat: number;
}

/** The person on a seat changed their name. */
export interface Renamed extends EventBase {
  kind: 'renamed';
  seat: number;
  name: string;
}

/** The game was dealt. */
export interface Started extends EventBase {
  kind: 'started';
  /** Why a game that was agreed as rated does not count. */
  unrated?: 'address';
}

/**
 * The table was closed before the game, or by an administrator at any time. The game has no
 * outcome.
 */
export interface Closed extends EventBase {
  kind: 'closed';
}

/** A move was made for a seat; `author` is null if a bot made it. */
export interface Moved extends EventBase {
  kind: 'moved';
  seat: number;
  move: string;
  author: string | null;
  move_id: string | null;
}

/** A player proposed an undo or a pause. */
export interface Asked extends EventBase {
  kind: 'asked';
  seat: number;
  what: Ask;
}

/** A player accepted or declined the proposal. */
export interface Answered extends EventBase {
  kind: 'answered';
  seat: number;
  what: Ask;
  yes: boolean;
}

/** The last moves were taken back. */
export interface Undone extends EventBase {
  kind: 'undone';
  moves: number;
}

/** The game was paused: clocks stop, and moves are refused until a player resumes it. */
export interface Paused extends EventBase {
  kind: 'paused';
}

/** The game was resumed. */
export interface Resumed extends EventBase {
  kind: 'resumed';
  seat: number;
}

/** The server went down at `gone`; the clocks are frozen until `until`. */
export interface ClockFrozen extends EventBase {
  kind: 'held';
  gone: number;
  until: number;
}

/** A seat resigned, ran out of time or broke the rules, so it ranks last. */
export interface Forfeited extends EventBase {
  kind: 'forfeited';
  seat: number;
  reason: ForfeitReason;
}

/** The stand-in started to play for an absent player. */
export interface BotSubstituted extends EventBase {
  kind: 'taken_over';
  seat: number;
}

/** A player returned and replaced the stand-in. */
export interface SeatReclaimed extends EventBase {
  kind: 'reclaimed';
  seat: number;
}

/** A seat was transferred to another person. To the server, another device is another person. */
export interface SeatTransferred extends EventBase {
  kind: 'handed_over';
  seat: number;
  who: Person;
  by?: 'owner' | 'host';
}

/** A chat message was sent. */
export interface ChatMessage extends EventBase {
  kind: 'said';
  who: Person;
  text: string;
}

/** The day of the deal ended: hidden information may be shown. */
export interface DealRevealed extends EventBase {
  kind: 'unsealed';
}

/** A rematch was opened. */
export interface Rematched extends EventBase {
  kind: 'rematched';
  table: string;
}

export type Ask = 'undo' | 'pause';

export type ForfeitReason = 'resigned' | 'time' | 'fault';

export type Occupant = Person | BotSeat;

export type TableEvent =
  | Opened
  | SeatTaken
  | SeatFreed
  | Renamed
  | Started
  | Closed
  | Moved
  | Asked
  | Answered
  | Undone
  | Paused
  | Resumed
  | ClockFrozen
  | Forfeited
  | BotSubstituted
  | SeatReclaimed
  | SeatTransferred
  | ChatMessage
  | DealRevealed
  | Rematched;

// --- The fields that scenes, effects and boxes of all games share ---

/** The contents of a game's box: tiles, goals, cards, pieces. */
export interface Box {
  game: string;
}

/** A position as data for drawing. Every game adds fields of its own. */
export interface Scene {
  game: string;
  players: number;
  ply: number;
  mover: number;
  /** Seats in the order in which they move, as far as it is known; the mover first. */
  turns: number[];
  is_over: boolean;
  scores: number[] | null;
  places: number[] | null;
}

/** The effect of a move. Every game adds fields of its own. */
export interface Effect {
  move: string;
  kind: string;
  seat: number;
  /** Seat that moves next; null if the game is over. */
  next: number | null;
  ends: boolean;
}

// --- Positions, moves and their effects, as data ---

/** A position as one seat may see it. */
export interface View {
  /** The viewer's seat; null for a spectator. */
  seat: number | null;
  number: number;
  ply: number;
  mover: number;
  is_over: boolean;
  /** The legal moves, if it is this seat's turn. */
  moves: string[] | null;
  /** The position as text, with `?` for hidden parts; only for clients that asked for it. */
  position?: string;
  /** The position as data for drawing; only for clients that asked for it. */
  scene?: Scene;
}

/** A move that was played, and its effect as far as the viewer may know it. */
export interface Played {
  /** Number of its event, if it is part of an update. */
  seq?: number;
  /** Number of moves played before it. */
  ply: number;
  seat: number;
  move: string;
  effect: Effect;
}

/** An illegal move in place of an effect, with the reason. */
export interface MoveIllegal {
  move: string;
  illegal: Problem;
}

export type Preview = Effect | MoveIllegal;

// --- Tables and seats ---

/** A seat and its occupant. */
export interface ChairInfo {
  who?: Occupant;
  salt?: string;
  has_stand_in?: boolean;
  forfeit?: ForfeitReason;
  /** Id of the only person who may take it. */
  kept_for?: string;
  /** Time left in ms, as of `TableInfo.now`; null without a clock. */
  left?: number;
}

/** The outcome of a game, by seat. */
export interface OutcomeInfo {
  scores: number[];
  places: number[];
}

/** Secret, salts and seed of the deal; shown after the game. */
export interface ShuffleInfo {
  secret: string;
  salts: string[];
  /** Decimal number as text, because it may exceed what JSON readers represent exactly. */
  seed: string;
}

/** All public data of a table except the position. */
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
  /** Seat whose time runs. */
  running?: number;
  /** Time until which all clocks stand still, because the server was down. */
  held_until?: number;
  asked?: readonly [Ask, number];
  is_paused?: boolean;
  next_table?: string;
  /** Reason why an agreed rating does not count. */
  unrated?: 'address';
  /** True for a quick match: the game begins with the last seat taken. */
  is_quick?: boolean;
  outcome?: OutcomeInfo;
  shuffle?: ShuffleInfo;
}

/** A table as the person who asks may see it. */
export interface TableShown {
  info: TableInfo;
  /** The position; null before the deal. */
  view: View | null;
  /** Key of the invitation link; for the host and the people seated or expected. */
  invite: string | null;
}

/** A table in a list. */
export interface TableCard {
  id: string;
  status: Status;
  host: string;
  terms: Terms;
  /** Names by seat; null for a free seat. */
  chairs: (string | null)[];
  ply: number;
  /** null before the end, for a game broken off, and for old games without a stored outcome. */
  outcome: OutcomeInfo | null;
  is_my_turn: boolean;
  /** Seats of the person whose list it is. */
  seats: number[];
  created: number;
  updated: number;
}

/** The values by which a person's games can be filtered. */
export interface TableFilters {
  games: string[];
  /** Names of other players, bots included. */
  others: string[];
}

/** A page of tables, the latest first. */
export interface TablePage {
  tables: TableCard[];
  /** `before` of the next page; null on the last. */
  next: string | null;
  /** Choices over all pages, if they were asked for. */
  choices?: TableFilters;
}

/** An event and its place in the log. */
export interface LoggedEvent {
  seq: number;
  event: TableEvent;
}

/** A page of a table's event log. */
export interface EventLog {
  events: LoggedEvent[];
  /** `since` of the next page; null on the last. */
  next: number | null;
}

/** A bot on a seat. */
export interface SeatedBot {
  seat: number;
  bot: string;
}

/** A ply of a finished game, of a table or of a record, as one seat saw it. */
export interface Start {
  table?: string | null;
  record?: string | null;
  ply: number;
  seat: number;
  /** Invitation key, if the table needs one. */
  invite?: string | null;
}

/** A request to open a table. */
export interface NewTable extends GameTerms {
  /** True to show the table in the lobby. */
  listed?: boolean;
  /** True to take the first free seat. */
  sit?: boolean;
  bots?: SeatedBot[];
  /**
   * Position to continue from; what that seat did not see is dealt again. The game and the number
   * of players must be the same; not for rated games.
   */
  start?: Start | null;
}

/** A request for a game with other people who look for one. */
export interface QuickMatch {
  game: string;
  players?: number;
  rated?: boolean;
}

/** A request for a seat; by default the first free one. */
export interface SitRequest {
  seat?: number | null;
  salt?: string;
  /** Name of the player, if several share a screen; by default your own. */
  name?: string | null;
}

/** A key with which another device can take over a seat of a running game, once. */
export interface SeatKey {
  key: string;
  /** Time at which it expires. */
  until: number;
}

/** A request to take over a seat with its key. */
export interface SeatClaim {
  key: string;
}

/** A bot to put on a seat. */
export interface SeatBotRequest {
  bot: string;
}

/** A request to start the game. */
export interface StartRequest {
  /** Bot for every free seat. */
  fill?: string | null;
}

/** A move on the position of a number. */
export interface Move {
  /** Number of the position you saw. */
  number: number;
  move: string;
  move_id: string;
}

/** A proposal to the other players. */
export interface ProposalRequest {
  what: Ask;
}

/** A reply to a proposal; its author may withdraw it by answering no. */
export interface ProposalReply {
  yes: boolean;
}

/** Confirmation of a stored move, and the table after it. */
export interface MoveMade extends TableShown {
  /** Number of the event that the move became. */
  seq: number;
}

/** The reason why a move was refused; for a `stale` one also the present table. */
export interface MoveRefused extends Problem {
  table: TableShown | null;
}

export type Status = 'open' | 'running' | 'over';

// --- The messages of the socket, both ways ---

/**
 * Fields that all requests have. Fields with their default are not sent, because an older server
 * may not know them.
 */
export interface RequestBase {
  ref?: number | string | null;
}

/** Fields that all requests about a table have. */
export interface TableRequest extends RequestBase {
  table: string;
}

/** Subscribe to the updates of a table. */
export interface SubscribeRequest extends TableRequest {
  type: 'subscribe';
  since?: number | null;
  invite?: string | null;
  scene?: boolean;
  text?: boolean;
}

/** End the subscription to a table. */
export interface UnsubscribeRequest extends TableRequest {
  type: 'unsubscribe';
}

/** Say something at the table. */
export interface SayRequest extends TableRequest {
  type: 'say';
  text: string;
}

/** Play a move on the position of that number. */
export interface MoveRequest extends TableRequest {
  type: 'move';
  number: number;
  move: string;
  move_id: string;
}

/** Ask for the effects of moves on the position of that number. */
export interface PreviewRequest extends TableRequest {
  type: 'preview';
  number: number;
  moves: string[];
}

/** Resign the game. */
export interface ResignRequest extends TableRequest {
  type: 'resign';
}

/** Take the seat back from a stand-in. */
export interface ReclaimRequest extends TableRequest {
  type: 'reclaim';
}

/** Propose an undo or a pause to the other players. */
export interface AskRequest extends TableRequest {
  type: 'ask';
  what: Ask;
}

/** Accept or reject a proposal. */
export interface AnswerRequest extends TableRequest {
  type: 'answer';
  yes: boolean;
}

/** End a pause. */
export interface ResumeRequest extends TableRequest {
  type: 'resume';
}

/** Ask for a sign of life. */
export interface Ping extends RequestBase {
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

/** New events of a table, and its state after them. */
export interface UpdateMessage {
  type: 'update';
  table: string;
  seq: number;
  events: LoggedEvent[];
  info: TableInfo;
  /** The new position; null if it has not changed. */
  view: View | null;
  /** Effects of the moves among the events; for clients that asked for scenes. */
  played?: Played[];
}

/** The effect of each move of a request, in order. */
export interface PreviewMessage {
  type: 'preview';
  table: string;
  number: number;
  effects: Preview[];
  ref: number | string | null;
}

/** Presence at a table: ids of the people with a session, and the number of other viewers. */
export interface PresenceMessage {
  type: 'presence';
  table: string;
  here: string[];
  spectators: number;
}

/** Confirmation that a request is done and on disk. */
export interface Ack {
  type: 'ack';
  table: string;
  seq: number | null;
  ref: number | string | null;
}

/** The response to a ping. */
export interface Pong {
  type: 'pong';
  now: number;
  ref: number | string | null;
}

/** An error, with the same four parts as over HTTP: the request was not carried out. */
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

// --- The games of a server, their bots and browser engines ---

/** A game. */
export interface GameCard {
  name: string;
  title: string;
  /** Allowed numbers of players. */
  players: number[];
  options: OptionCard[];
  /** Unit of a score. */
  score_name: string;
  lower_is_better: boolean;
  /** True if anything is hidden from a seat: a card, the order of a deck. */
  has_secrets: boolean;
  bots: BotCard[];
  /** True if its bots run at full speed. A server compiles them when it starts on a new machine. */
  is_ready: boolean;
  /** Number of puzzles. */
  puzzles: number;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  help: string;
  default: string;
  /** Kind of value: one of some words; a seat, or chance; or a number per seat, as `7,0`. */
  kind: 'word' | 'seat' | 'numbers';
  /** Allowed words. For seats: the seats of a full table, after chance. */
  values: string[];
  /** Allowed numbers, by player count. */
  numbers: SeatNumbers[];
}

/** The numbers that an option gives to seats. */
export interface SeatNumbers {
  players: number;
  /** Maximum for one seat. */
  highest: number;
  /** Maximum for the sum of all seats. */
  most: number;
  /** Values that the rulebook suggests, the weakest first. */
  suggested: number[];
}

/** A bot that plays a game. */
export interface BotCard {
  name: string;
  /** Description of its play, in English. */
  help: string;
}

/** The files with which a page plays a game without the server. They lie beside the list. */
export interface EngineCard {
  /** `GAME.HASH.wasm`, named by its contents. */
  module: string;
  /** `GAME.HASH.weights`: the newest network; null if the game has none. */
  weights: string | null;
  /** `GAME.HASH.puzzles`; null if the game has none. */
  puzzles: string | null;
  card: GameCard;
  box: Box;
  /**
   * States of the lesson's positions in base64, by their text; the page cannot parse position
   * texts.
   */
  positions: Record<string, string>;
}

/** The engines that are ready, by game. */
export interface EngineList {
  /** Version of the package: a page of another version cannot read the files. */
  version: string;
  games: Record<string, EngineCard>;
  /** True if more are being built. */
  more: boolean;
}

// --- Guests, accounts, tokens, profiles, ratings and addresses for mail ---

/** A request to play as a guest. */
export interface NewGuest {
  name: string;
  /** True to get a bearer token, for programs, instead of a cookie. */
  token?: boolean;
}

/** A request for another name. */
export interface NewName {
  name: string;
}

/** A guest's request for an account: login and password. */
export interface NewAccount {
  login: string;
  password: string;
}

/** A request to log in. */
export interface Credentials {
  login: string;
  password: string;
  /** True to get a bearer token, for programs, instead of a cookie. */
  token?: boolean;
}

/** The present password and the new one. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** A request for an API token. */
export interface NewToken {
  label: string;
  days?: number | null;
}

/** A request to delete oneself: an account's password, empty for a guest. */
export interface DeleteAccountRequest {
  password?: string;
}

/** A person, as all others may see them. */
export interface PersonCard {
  id: string;
  name: string;
  kind: PersonKind;
}

/** The person who has just signed in. */
export interface SignInResponse extends PersonCard {
  /** The bearer token, if one was asked for. */
  token: string | null;
}

/** The person who asks; null without a session. */
export interface WhoAmI {
  person: PersonCard | null;
}

/** An API token, without its secret. */
export interface TokenCard {
  id: string;
  label: string;
  created: number;
  expires: number | null;
}

/** A new API token with its secret, which is never shown again. */
export interface FreshToken extends TokenCard {
  token: string;
}

/** A rating in a game with a number of players. */
export interface Rated {
  /** Id of a person, or a bot as `bot:level-3`. */
  subject: string;
  name: string;
  game: string;
  players: number;
  /** `mu - 3 * sigma`: the skill is almost certainly higher. */
  skill: number;
  /** Most likely skill; 25 at first. */
  mu: number;
  /** Standard deviation of the skill. */
  sigma: number;
  games: number;
}

/** A rating after a rated game. */
export interface RatingPoint {
  game: string;
  players: number;
  at: number;
  mu: number;
  sigma: number;
}

/** The public data of an account. */
export interface Profile {
  person: PersonCard;
  ratings: Rated[];
  /** Ratings after each rated game, the latest 500, in order. */
  curve: RatingPoint[];
}

/** A request to send reminders of turns to an address. */
export interface NewAddress {
  address: string;
  /** Language of the mails; English if the server does not have it. */
  language?: string;
}

/** A person's address for reminders of turns. */
export interface MailShown {
  /** True if this server sends mail. */
  is_offered: boolean;
  address: string | null;
  /** False until the link in the first mail was opened; until then no other mail is sent. */
  is_confirmed: boolean;
}

export type PersonKind = 'guest' | 'account';

// --- Positions for a local engine, and positions to try moves on ---

/** The position as the player to move sees it, for a local engine. */
export interface StateShown {
  /** Version of the server: an engine of another version cannot read the bytes. */
  version: string;
  game: string;
  /** Number of the position. */
  number: number;
  /** The bytes of the view, in base64. */
  state: string;
}

/** The states of a finished game, for a local engine. */
export interface StatesShown {
  /** Version of the server: an engine of another version cannot read the bytes. */
  version: string;
  game: string;
  /** Ply of the first state. */
  first: number;
  /** All states from that ply on, as bytes in base64. */
  states: string[];
}

/** A position, the moves that follow, and moves to try after them. */
export interface StudyTask {
  /** The position as text, with nothing hidden. */
  position: string;
  /** Moves to play, in order. */
  moves?: string[];
  /** Moves to try after those, each by itself. */
  preview?: string[];
  /** Seat whose view is shown; null shows everything. */
  seat?: number | null;
}

/** The position after the moves, their effects, and the effects of the moves to try. */
export interface StudyResult {
  mover: number;
  is_over: boolean;
  /** The position as text, as the seat sees it if one was named. */
  position: string;
  scene: Scene;
  legal: string[];
  played: Played[];
  /** Effects of the moves to try, in their order. */
  effects: Preview[];
}

// --- Puzzles ---

/** A game that has puzzles. */
export interface PuzzlesCard {
  game: string;
  count: number;
}

/** A puzzle, without its position. */
export interface PuzzleCard {
  id: string;
  kind: string;
  /** Difficulty, on the rating scale of players and bots. */
  rating: number;
}

/** All puzzles of a game. */
export interface PuzzleList {
  game: string;
  /** Task of each kind, in English. */
  kinds: Record<string, string>;
  /** Id of the puzzle of the day (in UTC), the same for all people. */
  today: string;
  /** Puzzles, the easiest first. */
  puzzles: PuzzleCard[];
}

/** A puzzle to be solved. */
export interface PuzzleShown extends PuzzleCard {
  game: string;
  /** Seat to move. */
  seat: number;
  /** Complete position, for `POST /study`; what the seat does not know is sampled. */
  position: string;
  /** Number to reach, if the kind asks for one. */
  target: number | null;
}

/** The puzzle rating of an account's owner in a game, and its attempts. */
export interface SolverShown {
  /** Rating, on the scale of players and bots; 25 at first. */
  rating: number;
  /** First attempts, the oldest first. */
  tries: PuzzleTry[];
}

/** A first attempt at a puzzle. */
export interface PuzzleTry {
  puzzle: string;
  is_right: boolean;
  /** Rating after it. */
  rating: number;
  at: number;
}

/** An attempt at a puzzle. */
export interface AttemptRequest {
  /** The move; null to give up. */
  move?: string | null;
  /** True if a first attempt counts for the ratings of the person and of the puzzle. */
  is_rated?: boolean;
}

/** The result of an attempt. */
export interface AttemptShown {
  is_right: boolean;
  /** All right moves, of equal value; empty until one was found. */
  answers: string[];
  /** Position where the line begins: a complete one, in which a wrong move is seen to fail. */
  position: string;
  /**
   * The move, or the answer after giving up, then the best moves of both sides as far as they are
   * proven: usually to the end of the game.
   */
  line: string[];
  /** Rating after it; null for guests, whose browser stores it. */
  rating: number | null;
}

/** A puzzle with all data needed to play it. */
export interface PackedPuzzle extends PuzzleCard {
  /** Complete state, as bytes in base64; what the mover does not know is sampled. */
  state: string;
  /** Hashes of the answers: FNV-1a, 32 bits, of the id, a space and the move. */
  right: number[];
  target?: number;
}

/** All puzzles of a game. */
export interface PuzzleFile {
  /** Task of each kind, in English. */
  kinds: Record<string, string>;
  /**
   * Puzzles in the order of their days, from 1 January 1970 on; after the last the first comes
   * again.
   */
  puzzles: PackedPuzzle[];
}

// --- Finished games ---

/** A position of a game, and the move that followed. */
export interface PlyShown {
  /** The viewer's seat; null for a spectator, or if everything is shown. */
  seat: number | null;
  ply: number;
  /** First ply: 0, unless the game began in the middle. */
  first: number;
  /** Last ply. */
  plies: number;
  mover: number;
  is_over: boolean;
  /** The position as text, with `?` for hidden parts. */
  position: string;
  /** The legal moves, if everything is shown or it was this seat's turn. */
  legal: string[] | null;
  /** Move that was played here. */
  move: string | null;
  /** The position as data for drawing, if it was asked for. */
  scene?: Scene;
  /** Effect of the move, if it was asked for. */
  effect?: Effect | null;
}

/** All moves of a game and their effects. */
export interface MoveHistory {
  /** First ply: 0, unless the game began in the middle. */
  first: number;
  /** Present ply. */
  plies: number;
  played: Played[];
}

/** A record in a list. */
export interface RecordCard {
  id: string;
  game: string;
  created: number;
}

/** A page of records, the latest first. */
export interface RecordPage {
  records: RecordCard[];
  /** `before` of the next page; null on the last. */
  next: string | null;
}

/** A record that was read and checked. */
export interface RecordShown extends RecordCard {
  players: number;
  plies: number;
  /** Names by seat, as far as the record has them. */
  seats: string[];
  /** Places by seat; null for a game that was broken off. */
  scores: number[] | null;
  places: number[] | null;
  text: string;
}

/** A request to store a record. */
export interface NewRecord {
  text: string;
}

/** The parts of a shuffle that a table shows after the game. */
export interface ShuffleParts {
  secret: string;
  /** Salts by seat. */
  salts: string[];
  seed: string;
}

/** A request to verify a record or a shuffle. */
export interface VerifyRequest {
  record?: string | null;
  shuffle?: ShuffleParts | null;
  /** Commitment shown before the game; needed for a shuffle. */
  commitment?: string | null;
}

/** The result: whether it holds, and in words what was checked and what was not. */
export interface VerifyResponse {
  holds: boolean;
  lines: string[];
}

/** A game that the person imported. */
export interface OwnRecord extends RecordCard {
  text: string;
}

/** A session of the person, without its secret. */
export interface OwnSession {
  kind: string;
  label: string;
  created: number;
  seen: number;
}

/** The person's data, without the lists that may be long. */
export interface OwnHead {
  person: PersonCard;
  login: string | null;
  /** Address for reminders of turns. */
  mail: string | null;
  sessions: OwnSession[];
  ratings: Rated[];
}

/** All data about a person. The moves of a game are in the record of its table. */
export interface OwnData extends OwnHead {
  tables: TableCard[];
  records: OwnRecord[];
}

// --- Deals that many people play, and club evenings ---

/** A request for a deal among friends: all who open its link play the same deal. */
export interface NewDeal {
  game: string;
  players: number;
  /**
   * Level of the bots on all other seats. Level 8 plays as level 7, which does not depend on time.
   */
  level: number;
}

/** Statistics of all results. */
export interface DealStats {
  count: number;
  /** Mean margin. */
  margin: number;
}

/** A result of a person, or of the server's own player, on a deal. */
export interface DealScore {
  /** Place in that game; 1 for the winner. */
  place: number;
  /** Score, in the unit of the game. */
  score: number;
  /** Lead over the best opponent, or the score in a game for one; more is better in every game. */
  margin: number;
  /** Margin minus the mean margin of all results on this seat. */
  above: number;
  /**
   * Number of moves, of all seats, before this game diverged from yours. null if it did not, if you
   * have not finished, or if the moves are not stored any more.
   */
  parted: number | null;
}

/** A result that was finished in time. */
export interface DealResult extends DealScore {
  name: string;
  /** The player's seat. */
  seat: number;
  /** Time of the last move. */
  at: number;
  is_me: boolean;
}

/** Your own game of a deal. */
export interface MyDeal {
  table: string;
  /** null until you have finished. */
  made: DealScore | null;
  /** Rank among all results so far, or the rank it would have. */
  rank: number | null;
  /** True if it is in the list; games of guests are not in the lists of daily deals. */
  is_ranked: boolean;
}

/** The secret and seed of a deal, shown when its last day is over. */
export interface DealShuffle {
  secret: string;
  /** Seed as a decimal number. */
  seed: string;
}

/** A deal and its results. */
export interface DealShown {
  id: string;
  game: string;
  /** Day of a daily deal; null for a deal by link. */
  day: string | null;
  /** Last day on which it can be played. */
  last_day: string;
  /** Id of its evening; null for most deals. */
  evening: string | null;
  /** A bot's name for each seat, or null for the seats of the people who play the deal. */
  seats: (string | null)[];
  /** SHA-256 of the secret behind the deal. */
  commitment: string;
  field: DealStats;
  /**
   * The best 100, by place, then by margin, then by time; in games against each other by `above`.
   * For a deal by link it is empty until you have finished.
   */
  results: DealResult[];
  /** null until you have joined the deal. */
  mine: MyDeal | null;
  /**
   * Result of the server's own player; null until it is computed, and until you have finished or
   * the last day is over.
   */
  par: DealScore | null;
  /** null until the last day is over. */
  shuffle: DealShuffle | null;
}

/** The deals of a day, one for each game. */
export interface DayShown {
  date: string;
  /** Nearest earlier day that has deals. */
  earlier: string | null;
  /** Nearest later day that has deals. */
  later: string | null;
  deals: DealShown[];
}

/** A request for an evening: all who open its link play the same deals. */
export interface NewEvening {
  name: string;
  game: string;
  players: number;
  /** Level of the bots on all other seats, as in deals among friends. */
  level: number;
  /** Number of deals. */
  deals: number;
  /**
   * True if people play each other, at tables of `players` seats; bots fill the seats left over.
   */
  is_together?: boolean;
}

/** One deal of an evening. */
export interface EveningDeal {
  id: string;
  /** Number of people who have finished it. */
  count: number;
  /** Mean lead on your seat; null until you have finished it or the evening is over. */
  mean: number | null;
  /** Names at each table, if people play each other. */
  seated: string[][];
  /** Your table; null until you have joined the deal. */
  table: string | null;
  /** True if you have finished it. */
  is_done: boolean;
}

/** A person who has joined the evening or one of its deals. */
export interface EveningPlayer {
  /** Name, with a number if several have the same. */
  name: string;
  is_me: boolean;
  /** Place by the deals that you may know; null if there are none. */
  place: number | null;
  /** Number of finished deals. */
  finished: number;
  /**
   * For each deal, the lead minus the mean lead of the seat. null if there is no result, and until
   * you have finished that deal or the evening is over.
   */
  marks: (number | null)[];
  /** Sum of the marks. */
  total: number;
}

/** An evening and its results. */
export interface EveningShown {
  id: string;
  name: string;
  game: string;
  /** Bots on the seats that no person takes. */
  bots: string[];
  /** Number of seats at each table. */
  seats: number;
  /** True if people play each other. */
  is_together: boolean;
  /** True if you wait for a seat with the next deal. */
  has_joined: boolean;
  is_host: boolean;
  /** Last day on which it can be played. */
  last_day: string;
  /** True if its host has closed it or its last day is over. */
  is_over: boolean;
  /** True if it is over, or all participants have finished all deals. */
  is_final: boolean;
  deals: EveningDeal[];
  /** Best first: by the number of finished deals, then by the total. */
  players: EveningPlayer[];
}
