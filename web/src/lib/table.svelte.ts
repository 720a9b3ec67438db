/** A table as this page knows it: what the server said last, and what we have asked of it. */
import { ApiError, get, post, put } from './api';
import { identity } from './identity.svelte';
import { isLocal } from './local';
import { askHere, isReady } from './own';
import { inviteOf, linkTo, tablePath, withQuery } from './paths';
import type { News } from './sound';
import { socketOf, type Listener, type LiveSocket } from './socket.svelte';
import type {
  AnalysisShown,
  GameName,
  HintShown,
  Numbered,
  Played,
  PlyShown,
  Preview,
  Seat,
  SeatKey,
  ServerMessage,
  TableInfo,
  TableShown,
  UpdateMessage,
  View,
} from './wire';

export interface Line {
  seq: number;
  at: number;
  name: string;
  text: string;
}

/** How long a move is seen by its player before the screen is covered. */
const LANDED_MS = 1500;

export class Table implements Listener {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  /** The moves so far and what each of them did. */
  story = $state.raw<Played[]>([]);
  lines = $state.raw<Line[]>([]);
  /** What else belongs into the log: who gave up, for whom a bot stood in, what was taken back. */
  incidents = $state.raw<Numbered[]>([]);
  here = $state.raw<string[]>([]);
  /** How many are here without a name. */
  nameless = $state(0);
  /** Whether the game has come to its end before our eyes, and is still to be counted. */
  isEnding = $state(false);
  /** A move on its way; the board waits for the answer. */
  sending = $state<string | null>(null);
  known = 0;
  /** Around one screen: whether seats have secrets, so that it is covered between their turns. */
  hasSecrets = false;
  /** Whether whoever is to move has said that they are in front of the screen. */
  isUncovered = $state(false);
  /** How the one who has just moved sees their move, for a moment before the cover falls. */
  landed = $state.raw<View | null>(null);
  /** Whether our seat has gone to another device before our eyes. */
  isSeatGone = $state(false);
  /** What lets others in, as far as we may know it. */
  invite = $state<string | null>(null);
  /** Whether it was opened as the screen in the middle. */
  wantsMiddle = false;

  /** Told what happens before our eyes, for our ears. */
  onNews: (news: News) => void = () => undefined;
  /** How long a move is shown before the next one, in ms: bots are quicker than eyes. */
  pace: () => number = () => 0;
  /** Whether a game has no face here: its positions are shown as text. */
  isFaceless: (game: GameName) => boolean = () => false;
  /** The last position that was sent. */
  #seen: View | null = null;
  /** What comes as bytes takes a moment until it can be shown. */
  #drawing: Promise<void> | null = null;
  /** Whether an engine of ours could not see what was sent. */
  #isBlind = false;
  #queue: UpdateMessage[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;
  #leave: (() => void) | null = null;
  /** Whether nothing that we play elsewhere forbids hints. */
  #hasHelp = false;
  #previews = new Map<string, Preview>();
  #previewed = -1;

  constructor(
    readonly id: string,
    invite: string | null = null,
    private readonly socket: LiveSocket = socketOf(id),
  ) {
    this.invite = invite;
  }

  /** Look at it, then hear of it; throws where there is no such table for us. */
  async enter(): Promise<void> {
    const shown = await get<TableShown>(this.#api('', 'scene=true'));
    this.invite = shown.invite ?? this.invite;
    this.info = shown.info;
    this.view = shown.view;
    this.#hasHelp = shown.has_help;
    this.#leave = this.socket.listen(this.id, this);
  }

  /** Hear of it in the way that suits us now. */
  listen(): void {
    if (this.#leave) this.#leave = this.socket.listen(this.id, this);
  }

  get game(): GameName {
    return this.info!.terms.game;
  }

  get text(): boolean {
    return this.isFaceless(this.game);
  }

  /** Whether bytes will do. Who sits on several seats is sent scenes all the same. */
  get state(): boolean {
    return !this.#isBlind && !this.text && isReady(this.game);
  }

  /** Where the game can be looked at again; whoever needs the invitation here needs it there. */
  get replayPath(): string {
    return withQuery(`/t/${this.id}/replay`, inviteOf(this.invite));
  }

  /** The address of this page. */
  get path(): string {
    return tablePath(this.id, this.invite, this.isMiddle);
  }

  /** What is sent to friends: whoever has it is let in, and sits down where a seat is free. */
  get link(): string {
    return linkTo(tablePath(this.id, this.invite));
  }

  /** What our solver makes of the deal, of a game for one. */
  get parPath(): string {
    return this.#api('/par');
  }

  /** A path of the server about this table. */
  #api(rest: string, ...query: string[]): string {
    return withQuery(`/tables/${this.id}${rest}`, ...query, inviteOf(this.invite));
  }

  leave(): void {
    clearTimeout(this.#pause);
    this.#leave?.();
    this.#leave = null;
  }

  // --- Hearing ---

  hear(message: UpdateMessage | { type: 'presence'; here: string[]; spectators: number }): void {
    if (message.type === 'presence') {
      this.here = message.here;
      this.nameless = message.spectators;
    } else {
      const before = this.#seen;
      this.#seen = message.view ?? before;
      if (this.#drawing || isBare(message)) this.#draw(message, before);
      else this.#show(message);
    }
  }

  #show(update: UpdateMessage): void {
    this.#queue.push(update);
    if (this.#pause === undefined) this.#showNext();
  }

  /** Show it as soon as it can be seen, after those that came before it. */
  #draw(update: UpdateMessage, before: View | null): void {
    const drawn = isBare(update)
      ? askHere<UpdateMessage>(this.game, 'look', { update, before })
      : update;
    const drawing = (this.#drawing = Promise.all([drawn, this.#drawing]).then(([seen]) => {
      if (this.#drawing === drawing) this.#drawing = null;
      if (!this.#leave || (this.#isBlind && isBare(update))) return;
      if (seen) return this.#show(seen);
      this.#isBlind = true;
      this.listen(); // the server draws again, all that has not been shown
    }));
  }

  /** Show at once all that has happened: somebody goes on, and need not be shown it slowly. */
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
    const wait = update.played?.length ? this.pace() : 0;
    if (wait > 0) this.#pause = setTimeout(() => this.#showNext(), wait);
    else this.#showNext();
  }

  #update(update: UpdateMessage): void {
    if (update.seq < this.known) this.#forget();
    this.#cover(update);
    const fresh = update.events.filter(({ seq }) => seq > this.known);
    const before = this.known > 0 ? this.info : null;
    this.known = Math.max(this.known, update.seq);
    this.isEnding ||= this.info?.status === 'running' && update.view?.is_over === true;
    const had = this.mySeats.length;
    this.info = update.info;
    this.isSeatGone = this.mySeats.length === 0 && (had > 0 || this.isSeatGone);
    if (update.view) this.view = update.view;
    const played = update.played ?? [];
    this.story = grown(this.story, played, update.info.ply);
    this.lines = [...this.lines, ...fresh.flatMap(spoken)];
    this.incidents = [...this.incidents, ...fresh.filter(isIncident)];
    const { info, mySeats: seats } = this;
    const me = identity.idAt(this.id);
    if (before) this.onNews({ before, info, events: fresh, played, me, seats });
  }

  /** With every change of the player to move, an undo's too, the screen is covered. */
  #cover({ info, played }: UpdateMessage): void {
    const { mover, number } = this.info ?? info;
    if (info.mover === mover && info.number - number <= 1) return;
    const own = this.isUncovered && this.isCovering ? played?.at(-1) : undefined;
    this.isUncovered = false;
    this.landed = null;
    if (own?.seat === mover && info.number - number === 1) void this.#land(own.seat, info.ply);
  }

  /** Show a move as its player sees it: what is the next one's is not theirs to see. */
  async #land(seat: Seat, ply: number): Promise<void> {
    const before = (this.landed = { ...this.view!, moves: null });
    const asked = get<PlyShown>(this.#api(`/plies/${ply}`, 'scene=true', `seat=${seat}`));
    const shown = await asked.catch(() => null);
    if (this.landed !== before) return;
    const after = (this.landed = shown && { ...before, ...shown });
    if (after) setTimeout(() => this.landed === after && (this.landed = null), LANDED_MS);
  }

  /** The server was put back to an older state: what we know is no more. */
  #forget(): void {
    this.known = 0;
    this.story = [];
    this.lines = [];
    this.incidents = [];
  }

  // --- Who we are here ---

  get mySeats(): Seat[] {
    const me = identity.idAt(this.id);
    return (this.info?.chairs ?? []).flatMap(({ who }, seat) =>
      who?.kind === 'person' && who.id === me ? [seat] : [],
    );
  }

  /** Whether this screen lies in the middle, for all to see; not where it holds a seat itself. */
  get isMiddle(): boolean {
    return this.wantsMiddle && this.mySeats.length === 0;
  }

  /** Who, around one screen, will have that seat in the next game: everybody moves up by one,
   *  unless it begins in the middle again. Undefined where they were not named. */
  nameBefore(seat: Seat): string | undefined {
    const { terms, chairs } = this.info!;
    const before = terms.start ? seat : (seat + chairs.length - 1) % chairs.length;
    const who = this.isHotSeat ? chairs[before]?.who : undefined;
    return who?.kind === 'person' ? who.name : undefined;
  }

  /** Whether it is on this device: nobody else can come here, or be asked. */
  get isLocal(): boolean {
    return isLocal(this.id);
  }

  /** Whether others play the same deal, so that nobody is helped. */
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

  /** Whether what the player to move may know is not to be seen now. */
  get isCovered(): boolean {
    return this.isCovering && !this.isUncovered;
  }

  /** The seats that we may give to another device: our own, and as the host those of whoever is away. */
  get givable(): Seat[] {
    const { status, terms, chairs } = this.info!;
    if (this.isLocal || status !== 'running' || terms.rated || this.isDuplicate) return [];
    return chairs.flatMap(({ who, forfeit }, seat) => {
      if (who?.kind !== 'person' || forfeit) return [];
      const isLost = this.isHost && !this.here.includes(who.id);
      return isLost || this.mySeats.includes(seat) ? [seat] : [];
    });
  }

  /** Everybody else is a bot: an undo is granted at once, a hint harms nobody. */
  get isAlone(): boolean {
    const me = identity.idAt(this.id);
    return (this.info?.chairs ?? []).every(
      ({ who }) => who?.kind === 'bot' || (who?.kind === 'person' && who.id === me),
    );
  }

  /** How many look on. Where a seat is still free to everybody, they may yet play. */
  get spectators(): number {
    const chairs = this.info?.chairs ?? [];
    if (this.info?.status === 'open' && chairs.some(({ who, kept_for }) => !who && !kept_for))
      return 0;
    const players = chairs.map(({ who, kept_for }) =>
      who?.kind === 'person' ? who.id : who ? null : kept_for,
    );
    return this.nameless + this.here.filter((id) => !players.includes(id)).length;
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
      await this.#ask({ type: 'move', number, move, move_id });
      await this.#drawing; // the board shows what was before it, and its moves, until then
    } finally {
      this.sending = null;
    }
  }

  /** What moves would do; asked once, then remembered while the position stands. */
  async preview(moves: string[]): Promise<Preview[]> {
    const number = this.view?.number ?? -1;
    if (number !== this.#previewed) this.#previews.clear();
    this.#previewed = number;
    const missing = moves.filter((move) => !this.#previews.has(move));
    for (let from = 0; from < missing.length; from += 64) {
      const asked = missing.slice(from, from + 64);
      const here = await this.#askHere<Preview[]>('preview', { moves: asked });
      const effects = here ?? (await this.#tryThere(number, asked));
      if (!effects || number !== this.#previewed) break;
      effects.forEach((effect) => this.#previews.set(effect.move, effect));
    }
    return moves.flatMap((move) => this.#previews.get(move) ?? []);
  }

  async #tryThere(number: number, moves: string[]): Promise<Preview[] | null> {
    const answer = await this.#ask({ type: 'preview', number, moves }).catch(unlessStale);
    return answer?.type === 'preview' ? answer.effects : null;
  }

  /** What a strong bot would play in our place; whatever forbids it, the server says so. */
  async hint(most: number): Promise<HintShown> {
    const { number } = this.view!;
    const { rated, day } = this.info!.terms;
    const isAllowed = this.#hasHelp && this.isAlone && !rated && !day;
    const found = isAllowed ? await this.#askHere<AnalysisShown>('hint', { most }) : null;
    return found ? { ...found, number } : post<HintShown>(this.#api('/hint'), { most });
  }

  /** Of this device, about what we see on our turn at a server's table; null where it cannot. */
  #askHere<T>(question: string, given: object): Promise<T | null> | null {
    const { state } = this.view!;
    if (!state || !this.isMyTurn) return null;
    return askHere<T>(this.game, question, { ...given, state });
  }

  say = (text: string) => this.#ask({ type: 'say', text });
  ask = (what: 'undo' | 'pause') => this.#ask({ type: 'ask', what });
  answer = (yes: boolean) => this.#ask({ type: 'answer', yes });
  resume = () => this.#ask({ type: 'resume' });
  resign = () => this.#ask({ type: 'resign' });
  reclaim = () => this.#ask({ type: 'reclaim' });

  /** Take a seat; whoever sits may invite. */
  async sit(seat?: Seat): Promise<void> {
    const { invite } = await this.#post('/seats', seat === undefined ? {} : { seat });
    this.invite = invite ?? this.invite;
  }

  /** What another device opens to have that seat, once: what stands behind # is in no log. */
  async seatLink(seat: Seat): Promise<string> {
    const { key } = await post<SeatKey>(this.#api(`/seats/${seat}/key`));
    return `${this.link}#seat=${seat}.${key}`;
  }

  /** Have a seat from now on that was given to us; whoever has no name yet has that of the seat. */
  async take(seat: Seat, key: string): Promise<void> {
    const { who } = this.info!.chairs[seat] ?? {};
    if (who && identity.isUnnamed) await identity.rename(who.name);
    await put(this.#api(`/seats/${seat}/owner`), { key });
  }

  start = (fill?: string) => this.#post('/start', fill ? { fill } : {});
  rematch = () => this.#post('/rematch');

  #ask(message: Record<string, unknown>): Promise<ServerMessage> {
    return this.socket.request({ ...message, table: this.id });
  }

  #post(path: string, body: object = {}): Promise<TableShown> {
    return post<TableShown>(this.#api(path), body);
  }
}

/** Whether there is nothing to be seen in an update yet but bytes. */
const isBare = ({ view }: UpdateMessage) => view?.state && !view.scene;

/** A question about a position that is gone has no answer, and needs none. */
function unlessStale(error: unknown): null {
  if (error instanceof ApiError && error.code === 'stale') return null;
  throw error;
}

/** The story so far with what is new in it; moves that were taken back are no part of it. */
export function grown(story: Played[], played: Played[], ply: number): Played[] {
  if (played.length === 0 && story.length <= ply) return story;
  const told = story.slice();
  for (const move of played) {
    while (told.length > 0 && told.at(-1)!.ply >= move.ply) told.pop();
    told.push(move);
  }
  return told.filter((move) => move.ply < ply);
}

const INCIDENTS = ['undone', 'forfeited', 'taken_over', 'reclaimed', 'handed_over', 'held'];
const isIncident = ({ event }: Numbered): boolean =>
  INCIDENTS.includes(event.kind) || (event.kind === 'started' && event.unrated != null);

function spoken({ seq, event }: Numbered): Line[] {
  if (event.kind !== 'said') return [];
  const who = event.who as { name: string } | undefined;
  return [{ seq, at: event.at, name: who?.name ?? '', text: String(event.text) }];
}
