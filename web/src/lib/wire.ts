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

// --- Errors as sent to clients ---

/** The reason why a request was refused. */
export interface Problem {
  /** Stable code for programs. */
  code: Code;
  /** Message for people: what was expected and found, or what to do next. */
  message: string;
  /** Id of the rule that was broken. */
  rule: string | null;
  /** Values for translations of the message. */
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

/** A position as a viewer may see it. */
export interface View {
  /** The viewer's seat; null for a spectator. */
  seat: number | null;
  number: number;
  ply: number;
  mover: number;
  is_over: boolean;
  /** The legal moves, if it is this seat's turn. */
  moves: string[] | null;
  /** The position as text, with `?` for hidden parts, if requested. */
  position?: string;
  /** The position as scene data, if requested. */
  scene?: Scene;
}

/** A move, and its effect as far as the viewer may see it. */
export interface Played {
  /** `seq` of its event, in an update. */
  seq?: number;
  /** Number of moves played before it. */
  ply: number;
  seat: number;
  move: string;
  effect: Effect;
}

/** Replaces the effect of an illegal move, with the reason. */
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
  /** Remaining time (ms) at `TableInfo.now`; null without a clock. */
  left?: number;
}

/** The outcome of a game, by seat. */
export interface OutcomeInfo {
  scores: number[];
  places: number[];
}

/** Secret, salts and seed of the deal, published after the game. */
export interface ShuffleInfo {
  secret: string;
  salts: string[];
  /** Decimal number as text, because it may exceed the integers that JSON parsers support. */
  seed: string;
}

/** A table's public data, without the position. */
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
  /** The server's time (ms). */
  now: number;
  /** Seat whose clock is running. */
  running?: number;
  /** Time until which the clocks are frozen, because the server was down. */
  held_until?: number;
  asked?: readonly [Ask, number];
  is_paused?: boolean;
  next_table?: string;
  /** Why a game that was agreed as rated does not count. */
  unrated?: 'address';
  /** True for a quick match, which starts as soon as the last seat is taken. */
  is_quick?: boolean;
  outcome?: OutcomeInfo;
  shuffle?: ShuffleInfo;
}

/** A table as the requesting person may see it. */
export interface TableShown {
  info: TableInfo;
  /** The position; null before the deal. */
  view: View | null;
  /** Key of the invitation link, for the host and for people with a seat or a reservation. */
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
  /** null for unfinished games, and for old games without a stored outcome. */
  outcome: OutcomeInfo | null;
  is_my_turn: boolean;
  /** Seats of the person to whom the list belongs. */
  seats: number[];
  created: number;
  updated: number;
}

/** Available values for filtering a person's games. */
export interface TableFilters {
  games: string[];
  /** Names of the other players, including bots. */
  others: string[];
}

/** A page of tables, most recent first. */
export interface TablePage {
  tables: TableCard[];
  /** `before` of the next page; null on the last. */
  next: string | null;
  /** Filter values over all pages, if requested. */
  choices?: TableFilters;
}

/** An event and its `seq` in the log. */
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

/** A start position: a ply of a finished game or a record, as one seat saw it. */
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
   * Position to start from; hidden information is dealt again. The game and the number of players
   * must be the same. Not allowed in rated games.
   */
  start?: Start | null;
}

/** A request for a quick match with other waiting people. */
export interface QuickMatch {
  game: string;
  players?: number;
  rated?: boolean;
}

/** A request to take a seat, by default the first free one. */
export interface SitRequest {
  seat?: number | null;
  salt?: string;
  /** Player name, if several players share a screen; by default your own name. */
  name?: string | null;
}

/** A single-use key for transferring a seat in a running game to another device. */
export interface SeatKey {
  key: string;
  /** Time at which it expires. */
  until: number;
}

/** A request to claim a seat with its key. */
export interface SeatClaim {
  key: string;
}

/** A request to put a bot on a seat. */
export interface SeatBotRequest {
  bot: string;
}

/** A request to start the game. */
export interface StartRequest {
  /** Bot for the free seats. */
  fill?: string | null;
}

/** A move in a version of the position. */
export interface Move {
  /** Version of the position you saw. */
  number: number;
  move: string;
  move_id: string;
}

/** A proposal to the other players. */
export interface ProposalRequest {
  what: Ask;
}

/** A reply to a proposal. Its author can withdraw it by replying no. */
export interface ProposalReply {
  yes: boolean;
}

/** Confirmation that a move was stored, with the resulting table. */
export interface MoveMade extends TableShown {
  /** `seq` of the move's event. */
  seq: number;
}

/** Why a move was refused; for a `stale` move also the current table. */
export interface MoveRefused extends Problem {
  table: TableShown | null;
}

export type Status = 'open' | 'running' | 'over';

// --- Socket messages in both directions ---

/**
 * Fields common to all requests. Defaults are not sent, since an older server may not know the
 * fields.
 */
export interface RequestBase {
  ref?: number | string | null;
}

/** Fields common to all requests about a table. */
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

/** Send a chat message to the table. */
export interface SayRequest extends TableRequest {
  type: 'say';
  text: string;
}

/** Play a move in position version `number`. */
export interface MoveRequest extends TableRequest {
  type: 'move';
  number: number;
  move: string;
  move_id: string;
}

/** Request the effects of moves in position version `number`. */
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

/** Check the connection. */
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
  /** Effects of the moves among the events, if scenes were requested. */
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

/** Presence at a table: ids of the signed-in people, and the number of other viewers. */
export interface PresenceMessage {
  type: 'presence';
  table: string;
  here: string[];
  spectators: number;
}

/** Confirmation that a request was executed and is on disk. */
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

/** An error, with the same four parts as over HTTP. The request was not executed. */
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
  /** Supported numbers of players. */
  players: number[];
  options: OptionCard[];
  /** Unit of a score. */
  score_name: string;
  lower_is_better: boolean;
  /** True if the game has hidden information, such as cards or the order of a deck. */
  has_secrets: boolean;
  bots: BotCard[];
  /** True once its bots are compiled, which a server does when it starts on a new machine. */
  is_ready: boolean;
  /** Number of puzzles. */
  puzzles: number;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  help: string;
  default: string;
  /** Kind of value: a word, a seat or chance, or one number per seat, such as `7,0`. */
  kind: 'word' | 'seat' | 'numbers';
  /** Allowed words. For seats: the seats of a full table, after chance. */
  values: string[];
  /** Allowed numbers, by player count. */
  numbers: SeatNumbers[];
}

/** The numbers that an option allows per seat. */
export interface SeatNumbers {
  players: number;
  /** Maximum for one seat. */
  highest: number;
  /** Maximum for the sum of all seats. */
  most: number;
  /** Values suggested by the rulebook, weakest first. */
  suggested: number[];
}

/** A bot that plays a game. */
export interface BotCard {
  name: string;
  /** Description of how it plays, in English. */
  help: string;
}

/** The files for playing a game without the server, in the same folder as the list. */
export interface EngineCard {
  /** `GAME.HASH.wasm`, named by a hash of its content. */
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

/** The available engines, by game. */
export interface EngineList {
  /** Package version: a page of another version cannot read the files. */
  version: string;
  games: Record<string, EngineCard>;
  /** True if more are being built. */
  more: boolean;
}

// --- Guests, accounts, tokens, profiles, ratings and email addresses ---

/** A request to play as a guest. */
export interface NewGuest {
  name: string;
  /** True to get a bearer token, for programs, instead of a cookie. */
  token?: boolean;
}

/** A request to change the name. */
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

/** A request to change the password. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** A request for an API token. */
export interface NewToken {
  label: string;
  days?: number | null;
}

/** A request to delete your account, with its password; empty for a guest. */
export interface DeleteAccountRequest {
  password?: string;
}

/** A person's public data. */
export interface PersonCard {
  id: string;
  name: string;
  kind: PersonKind;
}

/** The person who has just signed in. */
export interface SignInResponse extends PersonCard {
  /** The bearer token, if requested. */
  token: string | null;
}

/** The signed-in person; null without a session. */
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

/** A new API token with its secret, which is shown only once. */
export interface FreshToken extends TokenCard {
  token: string;
}

/** A rating in one game with one number of players. */
export interface Rated {
  /** Person id, or a bot such as `bot:level-3`. */
  subject: string;
  name: string;
  game: string;
  players: number;
  /** `mu - 3 * sigma`: the skill is almost certainly higher. */
  skill: number;
  /** Most likely skill, initially 25. */
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

/** The public profile of an account holder. */
export interface Profile {
  person: PersonCard;
  ratings: Rated[];
  /** Ratings after each of the latest 500 rated games, in order. */
  curve: RatingPoint[];
}

/** A request to send turn notifications to an address. */
export interface NewAddress {
  address: string;
  /** Language of the emails; English if the server does not support it. */
  language?: string;
}

/** A person's email address for turn notifications. */
export interface MailShown {
  /** True if this server sends email. */
  is_offered: boolean;
  address: string | null;
  /** True once the link in the confirmation email was opened. No other email is sent before. */
  is_confirmed: boolean;
}

export type PersonKind = 'guest' | 'account';

// --- Positions for local engines, and study positions for trying moves ---

/** The mover's view of a position, for a local engine. */
export interface StateShown {
  /** Version of the server: an engine of another version cannot read the bytes. */
  version: string;
  game: string;
  /** Position version. */
  number: number;
  /** The view's bytes, in base64. */
  state: string;
}

/** The states of a finished game, for a local engine. */
export interface StatesShown {
  /** Version of the server: an engine of another version cannot read the bytes. */
  version: string;
  game: string;
  /** Ply of the first state. */
  first: number;
  /** All states from that ply on, each as bytes in base64. */
  states: string[];
}

/** A position, moves to play, and moves to try after them. */
export interface StudyTask {
  /** A complete position, as text. */
  position: string;
  /** Moves to play, in order. */
  moves?: string[];
  /** Moves to try afterwards, each on its own. */
  preview?: string[];
  /** Seat whose view is returned; null for the complete position. */
  seat?: number | null;
}

/** The position after the moves, and the effects of all moves. */
export interface StudyResult {
  mover: number;
  is_over: boolean;
  /** The position or the seat's view, as text. */
  position: string;
  scene: Scene;
  legal: string[];
  played: Played[];
  /** Effects of the moves to try, in order. */
  effects: Preview[];
}

// --- Puzzles, which are positions with one correct answer, and attempts ---

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
  /** Id of the puzzle of the day (UTC), the same for everyone. */
  today: string;
  /** Easiest first. */
  puzzles: PuzzleCard[];
}

/** A puzzle to solve. */
export interface PuzzleShown extends PuzzleCard {
  game: string;
  /** Seat to move. */
  seat: number;
  /** Complete position for `POST /study`, with randomly sampled hidden information. */
  position: string;
  /** Number to reach, for kinds that have one. */
  target: number | null;
}

/** A person's puzzle rating in a game, and their attempts. */
export interface SolverShown {
  /** Rating on the scale of players and bots, initially 25. */
  rating: number;
  /** First attempts, oldest first. */
  tries: PuzzleTry[];
}

/** A first attempt at a puzzle. */
export interface PuzzleTry {
  puzzle: string;
  is_right: boolean;
  /** Rating after the attempt. */
  rating: number;
  at: number;
}

/** An attempt at a puzzle. */
export interface AttemptRequest {
  /** The move; null to give up. */
  move?: string | null;
  /** True if a first attempt affects the ratings of the person and the puzzle. */
  is_rated?: boolean;
}

/** The result of an attempt. */
export interface AttemptShown {
  is_right: boolean;
  /** All correct moves, which are equivalent; empty until one has been found. */
  answers: string[];
  /** Complete position from which the line starts. */
  position: string;
  /**
   * The move, or the answer after giving up, followed by proven best play, usually to the end of
   * the game.
   */
  line: string[];
  /** Rating after the attempt; null for guests, whose browser stores it. */
  rating: number | null;
}

/** A puzzle with all data needed to solve it offline. */
export interface PackedPuzzle extends PuzzleCard {
  /** Complete state as bytes in base64, with randomly sampled hidden information. */
  state: string;
  /** Hashes of the answers: FNV-1a, 32 bits, of the id, a space and the move. */
  right: number[];
  target?: number;
}

/** All puzzles of a game. */
export interface PuzzleFile {
  /** Task of each kind, in English. */
  kinds: Record<string, string>;
  /** Puzzles of the day in order, starting on 1 January 1970 and repeating after the last. */
  puzzles: PackedPuzzle[];
}

// --- Finished games ---

/** A position of a game, and the next move. */
export interface PlyShown {
  /** The viewer's seat; null for a spectator, or if everything is shown. */
  seat: number | null;
  ply: number;
  /** First ply: 0 unless the game started from a given position. */
  first: number;
  /** Last ply. */
  plies: number;
  mover: number;
  is_over: boolean;
  /** The position as text, with `?` for hidden parts. */
  position: string;
  /** The legal moves, if everything is shown or it is this seat's turn. */
  legal: string[] | null;
  /** The move played in this position. */
  move: string | null;
  /** The position as scene data, if requested. */
  scene?: Scene;
  /** Effect of the move, if requested. */
  effect?: Effect | null;
}

/** All moves of a game and their effects. */
export interface MoveHistory {
  /** First ply: 0 unless the game started from a given position. */
  first: number;
  /** Last ply. */
  plies: number;
  played: Played[];
}

/** A record in a list. */
export interface RecordCard {
  id: string;
  game: string;
  created: number;
}

/** A page of records, newest first. */
export interface RecordPage {
  records: RecordCard[];
  /** `before` of the next page; null on the last. */
  next: string | null;
}

/** A verified record. */
export interface RecordShown extends RecordCard {
  players: number;
  plies: number;
  /** Names by seat, if the record contains them. */
  seats: string[];
  /** Places by seat; null for an unfinished game. */
  scores: number[] | null;
  places: number[] | null;
  text: string;
}

/** A request to store a record. */
export interface NewRecord {
  text: string;
}

/** The parts of a shuffle that are published after the game. */
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

/** Result of a verification, with lines in English on what was and was not checked. */
export interface VerifyResponse {
  holds: boolean;
  lines: string[];
}

/** An imported record. */
export interface OwnRecord extends RecordCard {
  text: string;
}

/** A session, without its secret. */
export interface OwnSession {
  kind: string;
  label: string;
  created: number;
  seen: number;
}

/** A person's data, without the potentially long lists. */
export interface OwnHead {
  person: PersonCard;
  login: string | null;
  /** Email address for turn notifications. */
  mail: string | null;
  sessions: OwnSession[];
  ratings: Rated[];
}

/** All of a person's data. The moves of a game are in its table's record. */
export interface OwnData extends OwnHead {
  tables: TableCard[];
  records: OwnRecord[];
}

// --- Shared deals and club evenings ---

/** A request for a deal among friends. Everyone who opens its link plays the same deal. */
export interface NewDeal {
  game: string;
  players: number;
  /**
   * Level of the bots on all other seats. Level 8 is replaced by level 7, which does not depend on
   * time.
   */
  level: number;
}

/** Statistics of all results. */
export interface DealStats {
  count: number;
  /** Mean margin. */
  margin: number;
}

/** The result of a person, or of the server's bot, on a deal. */
export interface DealScore {
  /** Final place; 1 for the winner. */
  place: number;
  /** Score by the rules of the game. */
  score: number;
  /** Lead over the best opponent, or the solo score; higher is better in every game. */
  margin: number;
  /** Margin minus the mean margin of this seat. */
  above: number;
  /**
   * Number of moves before this game diverged from yours. null if it did not, if you have not
   * finished, or if the moves are no longer stored.
   */
  parted: number | null;
}

/** A ranked result. */
export interface DealResult extends DealScore {
  name: string;
  /** The player's seat. */
  seat: number;
  /** Time of the last move. */
  at: number;
  is_me: boolean;
}

/** Your game of a deal. */
export interface MyDeal {
  table: string;
  /** null until you have finished. */
  made: DealScore | null;
  /** Rank among all results so far; for an unranked game, the rank it would have. */
  rank: number | null;
  /** True if the result counts for the ranking. On daily deals, guests are not ranked. */
  is_ranked: boolean;
}

/** The secret and seed of a deal, published after its last day. */
export interface DealShuffle {
  secret: string;
  /** Seed as a decimal number. */
  seed: string;
}

/** A deal with its results. */
export interface DealShown {
  id: string;
  game: string;
  /** Day of a daily deal; null for a deal shared by link. */
  day: string | null;
  /** Last day on which it can be played. */
  last_day: string;
  /** Id of its club evening, if any. */
  evening: string | null;
  /** Bot name by seat; null for a player's seat. */
  seats: (string | null)[];
  /** SHA-256 of the deal's secret. */
  commitment: string;
  field: DealStats;
  /**
   * The best 100, ordered by place, margin and time; if people play each other, by `above`. For a
   * deal shared by link it is empty until you have finished.
   */
  results: DealResult[];
  /** null until you have joined the deal. */
  mine: MyDeal | null;
  /**
   * Result of the server's bot; null until it is computed and you have finished, or the last day is
   * over.
   */
  par: DealScore | null;
  /** null until the last day is over. */
  shuffle: DealShuffle | null;
}

/** The deals of a day, one per game. */
export interface DayShown {
  date: string;
  /** Nearest earlier day with deals. */
  earlier: string | null;
  /** Nearest later day with deals. */
  later: string | null;
  deals: DealShown[];
}

/** A request for an evening. Everyone who opens its link plays the same deals. */
export interface NewEvening {
  name: string;
  game: string;
  players: number;
  /** Level of the bots on all other seats, as in deals among friends. */
  level: number;
  /** Number of deals. */
  deals: number;
  /** True if people play each other at tables with `players` seats. Bots fill leftover seats. */
  is_together?: boolean;
}

/** One deal of an evening. */
export interface EveningDeal {
  id: string;
  /** Number of people who have finished it. */
  count: number;
  /** Mean margin on your seat; null until you have finished the deal or the evening is over. */
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
  /** Name, with a number if it is not unique. */
  name: string;
  is_me: boolean;
  /** Place according to the deals that you may see; null if there are none. */
  place: number | null;
  /** Number of finished deals. */
  finished: number;
  /**
   * By deal: margin minus the mean margin of the seat. null without a result, and until you have
   * finished that deal or the evening is over.
   */
  marks: (number | null)[];
  /** Sum of the marks. */
  total: number;
}

/** An evening with its results. */
export interface EveningShown {
  id: string;
  name: string;
  game: string;
  /** Bots on the seats that people do not take. */
  bots: string[];
  /** Number of seats at each table. */
  seats: number;
  /** True if people play each other. */
  is_together: boolean;
  /** True if you are waiting for a seat in the next deal. */
  has_joined: boolean;
  is_host: boolean;
  /** Last day on which it can be played. */
  last_day: string;
  /** True if the host has closed it, or its last day is over. */
  is_over: boolean;
  /** True if it is over, or all participants have finished all deals. */
  is_final: boolean;
  deals: EveningDeal[];
  /** Best first: by number of finished deals, then by total. */
  players: EveningPlayer[];
}

// --- Rooms ---

/** A player of a room. */
export interface RoomPlayer {
  name: string;
  is_bot: boolean;
  is_me: boolean;
  /** Number of games won here; of a game with several winners each has won. */
  wins: number;
  /** Number of games finished here. */
  games: number;
}

/** A room as the requesting person may see it. */
export interface RoomShown {
  id: string;
  /** The latest table; null if no table was opened, or all were closed without a game. */
  table: TableCard | null;
  /** Number of finished games, of the latest 200 tables. */
  games: number;
  /** Most wins first. */
  players: RoomPlayer[];
  /** Names of the players who are connected to the latest table. */
  here: string[];
  /** Number of other people with a name who are connected to it. */
  others: number;
  /** True if you may open the next table: you have played here, and no game is running. */
  may_open: boolean;
}
