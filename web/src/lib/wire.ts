/** What goes over the wire, as the server describes it. Times are ms since 1970, seats count from 0. */

export type Seat = number;
export type GameName = string;

// --- Tables ---

export type Occupant = { kind: 'person'; id: string; name: string } | { kind: 'bot'; name: string };

export interface Chair {
  who?: Occupant;
  has_stand_in?: boolean;
  forfeit?: string;
  kept_for?: string;
  left?: number;
}

export interface ClockRule {
  kind: 'none' | 'game' | 'move';
  time?: number;
  increment?: number;
}

export interface Terms {
  game: GameName;
  players: number;
  options: Record<string, string>;
  clock: ClockRule;
  rated: boolean;
  talk: boolean;
  stand_in: string;
  grace: number | null;
  start?: string | null;
  day?: string | null;
}

export interface TableInfo {
  id: string;
  terms: Terms;
  host: string;
  commitment: string;
  status: 'open' | 'running' | 'over';
  seq: number;
  number: number;
  ply: number;
  mover: Seat | null;
  chairs: Chair[];
  now: number;
  running?: Seat;
  asked?: ['undo' | 'pause', Seat];
  is_paused?: boolean;
  next_table?: string;
  outcome?: { scores: number[]; places: number[] };
  shuffle?: { secret: string; salts: string[]; seed: string };
}

export interface View<S extends Scene = Scene> {
  seat: Seat | null;
  number: number;
  ply: number;
  mover: Seat;
  is_over: boolean;
  position: string;
  moves: string[] | null;
  scene: S;
}

export interface TableShown {
  info: TableInfo;
  view: View | null;
  invite?: string | null;
}

// --- Positions as data ---

export interface Scene {
  game: GameName;
  players: number;
  ply: number;
  mover: Seat;
  /** Who moves, in order, as far as it is known; the mover first. */
  turns: Seat[];
  is_over: boolean;
  scores: number[] | null;
  places: number[] | null;
}

/** What a move does. Every game adds fields of its own. */
export interface Effect {
  move: string;
  kind: string;
  seat: Seat;
  next: Seat | null;
  ends: boolean;
}

export interface Refused {
  move: string;
  illegal: { rule: string | null; message: string };
}

export interface Played<E extends Effect = Effect> {
  ply: number;
  seat: Seat;
  move: string;
  effect: E;
}

export interface Box {
  game: GameName;
}

// --- The socket ---

export interface TableEvent {
  kind: string;
  at: number;
  seat?: Seat;
  [field: string]: unknown;
}

export interface Numbered {
  seq: number;
  event: TableEvent;
}

export interface Update {
  type: 'update';
  table: string;
  seq: number;
  events: Numbered[];
  info: TableInfo;
  view: View | null;
  played?: Played[];
}

export interface Problem {
  code: string;
  message: string;
  rule?: string | null;
  params?: Record<string, unknown>;
}

export type ServerMessage =
  | { type: 'welcome'; version: string; now: number; person: string | null; name: string | null }
  | Update
  | { type: 'presence'; table: string; here: string[]; spectators: number }
  | { type: 'preview'; table: string; number: number; effects: (Effect | Refused)[]; ref: number }
  | { type: 'ack'; table: string; seq: number | null; ref: number }
  | ({ type: 'error'; table: string | null; ref: number | null } & Problem)
  | { type: 'pong'; now: number; ref: number | null };

// --- Other answers ---

export interface GameCard {
  name: GameName;
  title: string;
  players: number[];
  options: { name: string; help: string; default: string; values: string[] | null }[];
  score_name: string;
  lower_is_better: boolean;
  bots: { name: string; help: string }[];
}

export interface Person {
  kind?: 'guest' | 'account';
  id: string;
  name: string;
}

/** A table in a list. */
export interface TableCard {
  id: string;
  status: 'open' | 'running' | 'over';
  host: string;
  terms: Terms;
  chairs: (string | null)[];
  ply: number;
  is_my_turn: boolean;
  created: number;
  updated: number;
}
