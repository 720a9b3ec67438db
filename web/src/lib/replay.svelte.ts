/** A game as it went: the ply that is shown, the moves of the story, and through whose eyes. */
import { get } from './api';
import { clamp } from './numbers';
import { identity } from './identity.svelte';
import { isLocal } from './local-tables';
import { inviteOf, withQuery } from './paths';
import { socketOf, type TableListener, type LiveSocket } from './socket.svelte';
import { httpApi, tableApi, type HistoryApi, type PathTo, type TableApi } from './table-api';
import { mergeMoves } from './table.svelte';
import type {
  ChairInfo,
  GameName,
  Played,
  PlyShown,
  RecordShown,
  Seat,
  TableInfo,
  UpdateMessage,
} from './wire';

/** Place of a stored game: a table, or an opened record. */
export type Source = { table: string } | { record: string };

/** Positions that are kept; the longest unused go first. */
const KEPT = 300;
const BOT = /^(random|greedy|level-[1-8])$/;

export class Replay implements TableListener {
  info = $state.raw<TableInfo | null>(null);
  record = $state.raw<RecordShown | null>(null);
  moveHistory = $state.raw<Played[]>([]);
  /** The first ply there is (a game may begin in the middle of another) and the last. */
  first = $state(0);
  plies = $state(0);
  /** The ply that is asked for; `shown` follows as soon as it is here. */
  ply = $state(0);
  shown = $state.raw<PlyShown | null>(null);
  /** Through whose eyes; null: all that the reader may see. */
  seat = $state<Seat | null>(null);
  /** Why a ply could not be fetched. */
  problem = $state.raw<unknown>(null);
  isPlaying = $state(false);
  /** True if there is a game to show: a table may have closed before its game. */
  hasBegun = false;

  lastSeq = 0;
  #invite = $state<string | null>(null);
  #shownKey = $state('');
  /** Grows when what was fetched is no longer true: moves taken back, cards opened. */
  #epoch = $state(0);
  #kept = new Map<string, Promise<PlyShown>>();
  #isFetching = false;
  #leave: (() => void) | null = null;
  readonly #api: TableApi;

  constructor(
    readonly source: Source,
    invite: string | null = null,
    private readonly socket: LiveSocket = socketOf('table' in source ? source.table : ''),
  ) {
    this.#invite = invite;
    const pathTo: PathTo = (rest, ...query) => this.pathTo(rest, ...query);
    this.#api = 'table' in source ? tableApi(source.table, pathTo) : httpApi(pathTo);
  }

  get api(): HistoryApi {
    return this.#api;
  }

  // --- Coming and going ---

  /** Fetch the game; throws where there is none for us. */
  async enter(ply: number | null, seat: Seat | null): Promise<void> {
    await ('record' in this.source ? this.#enterRecord() : this.#enterTable());
    if (!this.hasBegun) return;
    this.seat = this.isOpen && seat !== null && seat < this.players ? seat : null;
    await this.#tell();
    this.ply = this.#within(ply ?? (this.isOver ? this.first : this.plies));
    await this.#fetch();
    if (this.problem !== null) throw this.problem;
    if ('table' in this.source && !this.isOver)
      this.#leave = this.socket.listen(this.source.table, this);
  }

  async #enterRecord(): Promise<void> {
    this.record = await get<RecordShown>(this.pathTo(''));
    this.hasBegun = true;
  }

  async #enterTable(): Promise<void> {
    const shown = await this.#api.getTable();
    this.info = shown.info;
    this.hasBegun = shown.view !== null;
    this.lastSeq = shown.info.seq;
    this.#invite = shown.invite ?? this.#invite;
  }

  leave(): void {
    this.isPlaying = false;
    this.#leave?.();
    this.#leave = null;
  }

  // --- What it is ---

  get game(): GameName {
    return this.record?.game ?? this.info!.terms.game;
  }

  get players(): number {
    return this.record?.players ?? this.info!.terms.players;
  }

  get chairs(): ChairInfo[] {
    return this.record ? chairsOf(this.record) : (this.info?.chairs ?? []);
  }

  get mySeats(): Seat[] {
    const me = identity.idAt('table' in this.source ? this.source.table : '');
    return this.chairs.flatMap(({ who }, seat) =>
      who?.kind === 'person' && who.id === me ? [seat] : [],
    );
  }

  get invite(): string | null {
    return this.#invite;
  }

  get isOver(): boolean {
    return this.record !== null || this.info?.status === 'over';
  }

  /** True if nothing is secret any more; a deal that others still play stays covered. */
  get isOpen(): boolean {
    return this.record !== null || (this.isOver && this.info?.shuffle !== undefined);
  }

  /** True if it was played on this device. */
  get isLocal(): boolean {
    return 'table' in this.source && isLocal(this.source.table);
  }

  get places(): number[] | null {
    return this.record ? this.record.places : (this.info?.outcome?.places ?? null);
  }

  /** Scores by seat at the end. */
  get scores(): number[] | null {
    return this.record ? this.record.scores : (this.info?.outcome?.scores ?? null);
  }

  // --- What is shown ---

  /** True if the requested ply is the one that is shown. */
  get isThere(): boolean {
    return this.#shownKey === this.#key(this.ply);
  }

  /** The move that led to the ply that is shown. */
  get last(): Played | null {
    return this.#played((this.shown?.ply ?? 0) - 1);
  }

  /** The move that was played there. */
  get next(): Played | null {
    return this.#played(this.shown?.ply ?? 0);
  }

  #played(ply: number): Played | null {
    return this.moveHistory[ply - this.first] ?? null;
  }

  // --- Moving through it ---

  show(ply: number): void {
    this.ply = this.#within(ply);
    if (this.ply === this.plies) this.isPlaying = false;
    void this.#fetch();
  }

  step(by: number): void {
    this.show(this.ply + by);
  }

  /** Play the moves automatically; from the beginning if the end is shown. */
  play(on: boolean): void {
    if (on && this.ply === this.plies) this.show(this.first);
    this.isPlaying = on && this.first < this.plies;
  }

  async look(seat: Seat | null): Promise<void> {
    this.seat = seat;
    await Promise.all([this.#fetch(), this.#tell()]);
  }

  #within(ply: number): number {
    return clamp(ply, this.first, this.plies);
  }

  // --- Hearing of a game that goes on ---

  onMessage(message: UpdateMessage | { type: 'presence' }): void {
    if (message.type === 'presence') return;
    const { isOpen, moveHistory } = this;
    const wasAtEnd = this.ply === this.plies;
    this.lastSeq = Math.max(this.lastSeq, message.seq);
    this.info = message.info;
    this.plies = message.info.ply;
    this.moveHistory = mergeMoves(moveHistory, message.played ?? [], this.plies);
    const isLonger = moveHistory.every((played, index) => this.moveHistory[index] === played);
    if (!isLonger || this.isOpen !== isOpen) this.#epoch++;
    if (this.isOpen !== isOpen) void this.#tell();
    this.show(wasAtEnd ? this.plies : this.ply);
  }

  // --- Fetching ---

  /**
   * One position at a time: a quick slide shows the positions there was time for, and in the
   * end the last.
   */
  async #fetch(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      while (!this.isThere) {
        const key = this.#key(this.ply);
        this.shown = await this.#position(this.ply);
        this.#shownKey = key;
      }
      this.problem = null;
      this.#lookAhead();
    } catch (error) {
      this.problem = error;
      this.isPlaying = false;
    } finally {
      this.#isFetching = false;
    }
  }

  /** The neighbours, so that the next step is there at once. */
  #lookAhead(): void {
    for (const ply of [this.ply + 1, this.ply - 1, this.ply + 2]) {
      if (this.#within(ply) === ply) this.#position(ply).catch(() => undefined);
    }
  }

  #position(ply: number): Promise<PlyShown> {
    const key = this.#key(ply);
    const kept = this.#kept.get(key) ?? this.#ask(key, ply);
    this.#kept.delete(key);
    this.#kept.set(key, kept); // the latest used stands last
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return kept;
  }

  #ask(key: string, ply: number): Promise<PlyShown> {
    const asked = this.#api.getPly(ply, this.seat);
    asked.catch(() => this.#kept.delete(key));
    return asked;
  }

  async #tell(): Promise<void> {
    const key = this.#key(0);
    const moveHistory = await this.#api.getHistory(this.seat);
    if (key !== this.#key(0)) return; // the view has changed by now
    this.first = moveHistory.first;
    this.plies = moveHistory.plies;
    this.moveHistory = moveHistory.played;
  }

  #key(ply: number): string {
    return `${this.#epoch} ${this.seat} ${ply}`;
  }

  /** A path of the server about this game. */
  pathTo(rest: string, ...query: string[]): string {
    const { source } = this;
    const start = 'table' in source ? `/tables/${source.table}` : `/records/${source.record}`;
    return withQuery(start + rest, ...query, inviteOf(this.#invite));
  }
}

/** Return the seats of a record, as far as it names them. */
export function chairsOf({ players, seats }: Pick<RecordShown, 'players' | 'seats'>): ChairInfo[] {
  return Array.from({ length: players }, (_, seat) => {
    const name = seats[seat];
    if (name === undefined) return {};
    return { who: BOT.test(name) ? { kind: 'bot', name } : { kind: 'person', id: '', name } };
  });
}
