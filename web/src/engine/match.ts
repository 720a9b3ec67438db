/**
 * One game on this device, as `tilewright.match` has it on a server: the fold of its events. There is
 * one person here, on one seat or on several; nobody's time runs.
 */
import type {
  BotSeat,
  ChairInfo,
  ForfeitReason,
  GameCard,
  OutcomeInfo,
  Seat,
  Status,
  TableEvent,
  Terms,
} from '../lib/wire.ts';
import type { Action, Game, Standing, State } from './game.ts';
import { valuesOf } from './options.ts';

/** All that is kept of a game; the rest follows from it. */
export interface Kept {
  id: string;
  created: number;
  /** What all chance comes from, a decimal number. */
  seed: string;
  events: TableEvent[];
  /** Where a game begins in the middle: a seat's view. The seed deals the rest. */
  start: State | null;
}

export class Match {
  readonly game: Game;
  readonly card: GameCard;
  readonly kept: Kept;
  readonly terms: Terms;
  readonly host: string;
  readonly chairs: ChairInfo[];
  readonly reserved: (string | null)[];
  status: Status = 'open';
  /** Counts changes of the position: the deal, moves, undos. */
  number = 0;
  /** The states from the deal on, and what was played in each but the last. */
  states: State[] = [];
  actions: Action[] = [];
  forfeits: [Seat, ForfeitReason][] = [];
  nextTable: string | null = null;
  /** Events that have happened. */
  seq = 0;
  changed = 0;

  constructor(game: Game, card: GameCard, kept: Kept) {
    const [opened] = kept.events;
    if (opened?.kind !== 'opened') throw new Error('expected a log that begins with opened');
    this.game = game;
    this.card = card;
    this.kept = kept;
    this.terms = opened.terms;
    this.host = opened.host;
    this.reserved = [...opened.reserved];
    this.chairs = Array.from({ length: this.terms.players }, () => ({}));
    for (const event of kept.events) this.apply(event);
  }

  // --- What it is ---

  get players(): number {
    return this.terms.players;
  }

  get hasBegun(): boolean {
    return this.states.length > 0;
  }

  get isOver(): boolean {
    return this.status === 'over';
  }

  /** The state now; only where the game has begun. */
  get board(): State {
    return this.states.at(-1)!;
  }

  get ply(): number {
    return this.hasBegun ? this.game.get(this.board, 'ply') : 0;
  }

  get firstPly(): number {
    return this.hasBegun ? this.game.get(this.states[0]!, 'ply') : 0;
  }

  /** The seat to move; null unless the game is running. */
  get mover(): Seat | null {
    return this.status === 'running' ? this.game.get(this.board, 'mover') : null;
  }

  get mySeats(): Seat[] {
    return this.chairs.flatMap(({ who }, seat) => (who?.kind === 'person' ? [seat] : []));
  }

  /** Those that have not given up. */
  get playingSeats(): Seat[] {
    return this.mySeats.filter((seat) => !this.chairs[seat]!.forfeit);
  }

  /** The seat whose view we get: around one screen that of whose turn it is. */
  get seenAs(): Seat | null {
    const mine = this.mySeats;
    if (this.mover !== null && mine.includes(this.mover)) return this.mover;
    return mine[0] ?? null;
  }

  /** The bot that has to move now, if one has. */
  get botToMove(): string | null {
    if (this.mover === null) return null;
    const { who, forfeit } = this.chairs[this.mover]!;
    if (who?.kind === 'bot' && !forfeit) return who.name;
    return forfeit ? this.terms.stand_in : null;
  }

  get outcome(): OutcomeInfo | null {
    if (!this.isOver || !this.hasBegun) return null;
    return placesAfter(
      this.game.standing(this.board),
      this.forfeits.map(([seat]) => seat),
    );
  }

  get movers(): Seat[] {
    return this.actions.map((_, ply) => this.game.get(this.states[ply]!, 'mover'));
  }

  // --- The fold ---

  apply(event: TableEvent): void {
    this.seq++;
    this.changed = event.at;
    switch (event.kind) {
      case 'sat':
        this.chairs[event.seat] = { who: event.who };
        break;
      case 'stood':
        if (!this.chairs[event.seat]!.who) this.reserved[event.seat] = null;
        this.chairs[event.seat] = {};
        break;
      case 'started':
        this.states = [this.deal()];
        this.status = 'running';
        this.moveOn();
        break;
      case 'moved':
        this.play(event.move);
        break;
      case 'undone':
        this.actions.splice(-event.moves);
        this.states.splice(-event.moves);
        this.moveOn();
        break;
      case 'forfeited':
        this.forfeit(event.seat, event.reason);
        break;
      case 'closed':
        this.status = 'over';
        break;
      case 'rematched':
        this.nextTable = event.table;
        break;
    }
  }

  private deal(): State {
    const seed = BigInt(this.kept.seed);
    if (this.kept.start) return this.game.determinize(this.kept.start, seed);
    const { options, players } = this.terms;
    return this.game.deal(seed, players, valuesOf(this.card, options, players));
  }

  private play(move: string): void {
    const action = this.game.find(this.board, move);
    if (action === null) throw new Error(`expected a legal move; found ${move}`);
    this.states.push(this.game.after(this.board, action));
    this.actions.push(action);
    this.moveOn();
  }

  private moveOn(): void {
    this.number++;
    if (this.game.isOver(this.board)) this.status = 'over';
  }

  /** The end, unless two are still in it and a person is among them. */
  private forfeit(seat: Seat, reason: ForfeitReason): void {
    this.chairs[seat] = { ...this.chairs[seat], forfeit: reason };
    this.forfeits.push([seat, reason]);
    if (this.players - this.forfeits.length < 2 || this.playingSeats.length === 0)
      this.status = 'over';
  }
}

/** Those who gave up come last, whoever went first last of all; the others as they stand. */
function placesAfter({ scores, places }: Standing, forfeits: Seat[]): OutcomeInfo {
  const ranking = places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);
  const others = ranking.filter((seat) => !forfeits.includes(seat));
  const order = [...others, ...forfeits.toReversed()];
  return { scores, places: places.map((_, seat) => order.indexOf(seat) + 1) };
}

/** A bot's name with its version, where it has several: what a record says. */
export const fullName = ({ name, version }: BotSeat): string =>
  version && version > 1 ? `${name}@${version}` : name;
