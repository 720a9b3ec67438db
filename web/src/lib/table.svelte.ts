/** A table on this page: the server's last update, and the requests in progress. */
import type { Analysis } from '../engine/analysis';
import { ApiError, post, put } from './api';
import { identity } from './identity.svelte';
import { callLocal, isLocal } from './local-tables';
import { inviteOf, linkTo, tablePath, withQuery } from './paths';
import type { News } from './sound';
import { socketOf, type TableListener, type LiveSocket } from './socket.svelte';
import { tableApi, type TableApi } from './table-api';
import type {
  GameName,
  LoggedEvent,
  Played,
  Preview,
  Seat,
  SeatKey,
  ServerMessage,
  TableInfo,
  UpdateMessage,
  View,
} from './wire';

export interface ChatLine {
  seq: number;
  at: number;
  name: string;
  text: string;
}

/** Analysis of the player's turn by a strong bot; `number`: of the position that it is about. */
export type Hint = Analysis & { number: number };

/** Time that a move is shown to its player before the screen is covered. */
const LANDED_MS = 1500;
/** Pauses after a move of which the server does not know whether it is saved. */
const ASK_AGAIN_MS = [250, 500, 1000, 2000, 4000, 8000];

export class Table implements TableListener {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  /** The moves so far with their effects. */
  moveHistory = $state.raw<Played[]>([]);
  chatLines = $state.raw<ChatLine[]>([]);
  /** Other entries of the log: resignations, stand-ins, undone moves. */
  incidents = $state.raw<LoggedEvent[]>([]);
  present = $state.raw<string[]>([]);
  /** Number of connected clients without a name. */
  anonymousCount = $state(0);
  /** True if the game has ended while this page was open, until the final count is over. */
  isEnding = $state(false);
  /** A move on its way; the board waits for the answer. */
  sending = $state<string | null>(null);
  lastSeq = 0;
  /** Hot seat: true if seats have secrets, so that the screen is covered between their turns. */
  hasSecrets = false;
  /** True if the player to move has said that they are in front of the screen. */
  isUncovered = $state(false);
  /** The view of the player who has just moved, for a moment before the screen is covered. */
  ownMoveView = $state.raw<View | null>(null);
  /** True if our seat was transferred to another device while this page was open. */
  isSeatGone = $state(false);
  /** The invitation code, if we may know it. */
  invite = $state<string | null>(null);
  /** True if the page was opened as the shared screen. */
  wantsMiddle = false;

  /** Called with new events, for sounds. */
  onNews: (news: News) => void = () => undefined;
  /** Returns the time for which a move is shown before the next one, in ms. */
  moveDelay: () => number = () => 0;
  /** Returns true if a game has no board here: its positions are shown as text. */
  isShownAsText: (game: GameName) => boolean = () => false;
  #queue: UpdateMessage[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;
  #leave: (() => void) | null = null;
  #previews = new Map<string, Preview>();
  #previewed = -1;
  readonly #api: TableApi;

  constructor(
    readonly id: string,
    invite: string | null = null,
    private readonly socket: LiveSocket = socketOf(id),
  ) {
    this.invite = invite;
    this.#api = tableApi(id, (rest, ...query) => this.#pathTo(rest, ...query));
  }

  /** Load the table and subscribe to it. Throws if the client may not see it. */
  async enter(): Promise<void> {
    const shown = await this.#api.getTable(true);
    this.invite = shown.invite ?? this.invite;
    this.info = shown.info;
    this.view = shown.view;
    this.#leave = this.socket.listen(this.id, this);
  }

  get game(): GameName {
    return this.info!.terms.game;
  }

  get text(): boolean {
    return this.isShownAsText(this.game);
  }

  /** The path of the replay, with the invitation if required. */
  get replayPath(): string {
    return withQuery(`/t/${this.id}/replay`, inviteOf(this.invite));
  }

  /** The address of this page. */
  get path(): string {
    return tablePath(this.id, this.invite, this.isMiddle);
  }

  /** The link for friends: it lets them in, and they may take a free seat. */
  get link(): string {
    return linkTo(tablePath(this.id, this.invite));
  }

  /** A path of the server about this table. */
  #pathTo(rest: string, ...query: string[]): string {
    return withQuery(`/tables/${this.id}${rest}`, ...query, inviteOf(this.invite));
  }

  leave(): void {
    clearTimeout(this.#pause);
    this.#leave?.();
    this.#leave = null;
  }

  // --- Hearing ---

  onMessage(
    message: UpdateMessage | { type: 'presence'; here: string[]; spectators: number },
  ): void {
    if (message.type === 'presence') {
      this.present = message.here;
      this.anonymousCount = message.spectators;
    } else {
      this.#queue.push(message);
      if (this.#pause === undefined) this.#showNext();
    }
  }

  /** Show all updates at once: the player moves on and need not see them slowly. */
  catchUp(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#queue.splice(0).forEach((update) => this.#update(update));
  }

  #showNext(): void {
    this.#pause = undefined;
    const update = this.#queue.shift();
    if (!update) return;
    this.#update(update);
    const wait = update.played?.length ? this.moveDelay() : 0;
    if (wait > 0) this.#pause = setTimeout(() => this.#showNext(), wait);
    else this.#showNext();
  }

  #update(update: UpdateMessage): void {
    if (update.seq < this.lastSeq) this.#forget();
    this.#coverIfTurnChanged(update);
    const fresh = update.events.filter(({ seq }) => seq > this.lastSeq);
    const before = this.lastSeq > 0 ? this.info : null;
    this.lastSeq = Math.max(this.lastSeq, update.seq);
    this.isEnding ||= this.info?.status === 'running' && update.view?.is_over === true;
    const had = this.mySeats.length;
    this.info = update.info;
    this.isSeatGone = this.mySeats.length === 0 && (had > 0 || this.isSeatGone);
    if (update.view) this.view = update.view;
    const played = update.played ?? [];
    this.moveHistory = mergeMoves(this.moveHistory, played, update.info.ply);
    this.chatLines = [...this.chatLines, ...fresh.flatMap(spoken)];
    this.incidents = [...this.incidents, ...fresh.filter(isIncident)];
    const { info, mySeats: seats } = this;
    const me = identity.idAt(this.id);
    if (before) this.onNews({ before, info, events: fresh, played, me, seats });
  }

  /** With every change of the player to move, an undo's too, the screen is covered. */
  #coverIfTurnChanged({ info, played }: UpdateMessage): void {
    const { mover, number } = this.info ?? info;
    if (info.mover === mover && info.number - number <= 1) return;
    const own = this.isUncovered && this.isCovering ? played?.at(-1) : undefined;
    this.isUncovered = false;
    this.ownMoveView = null;
    if (own?.seat === mover && info.number - number === 1) void this.#land(own.seat, info.ply);
  }

  /** Show a move in the view of its player, without the next player's secrets. */
  async #land(seat: Seat, ply: number): Promise<void> {
    const before = (this.ownMoveView = { ...this.view!, moves: null });
    const shown = await this.#api.getPly(ply, seat).catch(() => null);
    if (this.ownMoveView !== before) return;
    const after = (this.ownMoveView = shown && { ...before, ...shown });
    if (after) setTimeout(() => this.ownMoveView === after && (this.ownMoveView = null), LANDED_MS);
  }

  /** Forget all events: the server was restored to an older state. */
  #forget(): void {
    this.lastSeq = 0;
    this.moveHistory = [];
    this.chatLines = [];
    this.incidents = [];
  }

  // --- Who we are here ---

  get mySeats(): Seat[] {
    const me = identity.idAt(this.id);
    return (this.info?.chairs ?? []).flatMap(({ who }, seat) =>
      who?.kind === 'person' && who.id === me ? [seat] : [],
    );
  }

  /** True for the shared screen, which holds no seat itself. */
  get isMiddle(): boolean {
    return this.wantsMiddle && this.mySeats.length === 0;
  }

  /** Return who will have that seat in the next game around one screen: players move up by one,
   *  unless it begins in the middle again. Undefined where they were not named. */
  nameBefore(seat: Seat): string | undefined {
    const { terms, chairs } = this.info!;
    const before = terms.start ? seat : (seat + chairs.length - 1) % chairs.length;
    const who = this.isHotSeat ? chairs[before]?.who : undefined;
    return who?.kind === 'person' ? who.name : undefined;
  }

  /** True if the table is on this device: no other person can join it. */
  get isLocal(): boolean {
    return isLocal(this.id);
  }

  /** True if others play the same deal, so that there is no help. */
  get isDuplicate(): boolean {
    const { day, deal } = this.info!.terms;
    return (day ?? deal) !== null;
  }

  get isHost(): boolean {
    return this.info !== null && this.info.host === identity.idAt(this.id);
  }

  get isMyTurn(): boolean {
    const mover = this.info?.mover;
    return this.info?.status === 'running' && mover != null && this.mySeats.includes(mover);
  }

  /** One person on several seats, around one screen. */
  get isHotSeat(): boolean {
    return this.mySeats.length > 1;
  }

  get isCovering(): boolean {
    return this.hasSecrets && this.isHotSeat && this.info?.status === 'running';
  }

  /** True while the secrets of the player to move must not be shown. */
  get isCovered(): boolean {
    return this.isCovering && !this.isUncovered;
  }

  /** The seats that we may give to another device: our own, and as the host those of absent players. */
  get transferableSeats(): Seat[] {
    const { status, terms, chairs } = this.info!;
    if (this.isLocal || status !== 'running' || terms.rated || this.isDuplicate) return [];
    return chairs.flatMap(({ who, forfeit }, seat) => {
      if (who?.kind !== 'person' || forfeit) return [];
      const isLost = this.isHost && !this.present.includes(who.id);
      return isLost || this.mySeats.includes(seat) ? [seat] : [];
    });
  }

  /** True if all other players are bots: an undo is granted at once, and hints are fair. */
  get isAlone(): boolean {
    const me = identity.idAt(this.id);
    return (this.info?.chairs ?? []).every(
      ({ who }) => who?.kind === 'bot' || (who?.kind === 'person' && who.id === me),
    );
  }

  /** The number of spectators; 0 while a seat is free to all of them. */
  get spectators(): number {
    const chairs = this.info?.chairs ?? [];
    if (this.info?.status === 'open' && chairs.some(({ who, kept_for }) => !who && !kept_for))
      return 0;
    const players = chairs.map(({ who, kept_for }) =>
      who?.kind === 'person' ? who.id : who ? null : kept_for,
    );
    return this.anonymousCount + this.present.filter((id) => !players.includes(id)).length;
  }

  // --- Doing ---

  /** Play a move; one at a time, and once however often it must be sent. */
  async move(move: string): Promise<void> {
    if (!this.view || this.sending) return;
    this.sending = move;
    const { number } = this.view;
    this.catchUp();
    const move_id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    try {
      await this.#askUntilKnown({ type: 'move', number, move, move_id });
    } finally {
      this.sending = null;
    }
  }

  /** Return the effects of moves; each is requested once per position. */
  async preview(moves: string[]): Promise<Preview[]> {
    const number = this.view?.number ?? -1;
    if (number !== this.#previewed) this.#previews.clear();
    this.#previewed = number;
    const missing = moves.filter((move) => !this.#previews.has(move));
    for (let from = 0; from < missing.length; from += 64) {
      const asked = missing.slice(from, from + 64);
      const answer = await this.#ask({ type: 'preview', number, moves: asked }).catch(unlessStale);
      if (answer?.type !== 'preview' || number !== this.#previewed) break;
      answer.effects.forEach((effect) => this.#previews.set(effect.move, effect));
    }
    return moves.flatMap((move) => this.#previews.get(move) ?? []);
  }

  /** Think about our turn on this device; refused where a hint would take something from others. */
  async hint(most: number): Promise<Hint> {
    const { game, state, number } = await this.#api.getState();
    return { ...(await callLocal('hint', { game, state, most })), number };
  }

  say = (text: string) => this.#ask({ type: 'say', text });
  ask = (what: 'undo' | 'pause') => this.#ask({ type: 'ask', what });
  answer = (yes: boolean) => this.#ask({ type: 'answer', yes });
  resume = () => this.#ask({ type: 'resume' });
  resign = () => this.#ask({ type: 'resign' });
  reclaim = () => this.#ask({ type: 'reclaim' });

  /** Take a seat; a seated player may invite. */
  async sit(seat?: Seat): Promise<void> {
    const { invite } = await this.#api.sit(seat === undefined ? {} : { seat });
    this.invite = invite ?? this.invite;
  }

  /** Return a link that moves a seat to another device, once. The part after # is in no log. */
  async seatLink(seat: Seat): Promise<string> {
    const { key } = await post<SeatKey>(this.#pathTo(`/seats/${seat}/key`));
    return `${this.link}#seat=${seat}.${key}`;
  }

  /** Take over a seat that was given to us. A reader without a name gets that of the seat. */
  async take(seat: Seat, key: string): Promise<void> {
    const { who } = this.info!.chairs[seat] ?? {};
    if (who && identity.isUnnamed) await identity.rename(who.name);
    await put(this.#pathTo(`/seats/${seat}/owner`), { key });
  }

  start = (fill?: string) => this.#api.start(fill);
  rematch = () => this.#api.rematch();
  /** Close a table that has not begun. */
  close = () => this.#api.drop();

  #ask(message: Record<string, unknown>): Promise<ServerMessage> {
    return this.socket.request({ ...message, table: this.id });
  }

  /** Ask what became of a move until the server knows: sent again with the same id, it is made once. */
  async #askUntilKnown(message: Record<string, unknown>): Promise<ServerMessage> {
    for (const pause of ASK_AGAIN_MS) {
      try {
        return await this.#ask(message);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'unavailable')) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return this.#ask(message);
  }
}

/** A question about a position that is gone has no answer, and needs none. */
function unlessStale(error: unknown): null {
  if (error instanceof ApiError && error.code === 'stale') return null;
  throw error;
}

/** The story so far with what is new in it; moves that were taken back are no part of it. */
export function mergeMoves(moveHistory: Played[], played: Played[], ply: number): Played[] {
  if (played.length === 0 && moveHistory.length <= ply) return moveHistory;
  const told = moveHistory.slice();
  for (const move of played) {
    while (told.length > 0 && told.at(-1)!.ply >= move.ply) told.pop();
    told.push(move);
  }
  return told.filter((move) => move.ply < ply);
}

const INCIDENTS = ['undone', 'forfeited', 'taken_over', 'reclaimed', 'handed_over', 'held'];
const isIncident = ({ event }: LoggedEvent): boolean =>
  INCIDENTS.includes(event.kind) || (event.kind === 'started' && event.unrated != null);

function spoken({ seq, event }: LoggedEvent): ChatLine[] {
  if (event.kind !== 'said') return [];
  const who = event.who as { name: string } | undefined;
  return [{ seq, at: event.at, name: who?.name ?? '', text: String(event.text) }];
}
