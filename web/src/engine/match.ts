/**
 * One game on this device, as `tilewright.match` has it on a server: the fold of its events. One person
 * plays here, on one seat or on several; there are no clocks.
 */
import type {
  BotSeat,
  ChairInfo,
  ForfeitReason,
  GameCard,
  SeatTransferred,
  OutcomeInfo,
  Renamed,
  Seat,
  Status,
  TableEvent,
  Terms,
} from '../lib/wire.ts';
import type { Action, Game, Standing, State } from './game.ts';
import { optionValues } from './options.ts';
import { Refusal } from './errors.ts';

/** The stored form of a game; its state follows from the events. */
export interface SavedGame {
  id: string;
  created: number;
  /** Seed of all chance, a decimal number. */
  seed: string;
  events: TableEvent[];
  /** A seat's view where the game begins in the middle; the seed deals the rest. */
  start: State | null;
}

export class Match {
  readonly game: Game;
  readonly card: GameCard;
  readonly kept: SavedGame;
  readonly terms: Terms;
  readonly host: string;
  readonly chairs: ChairInfo[];
  readonly reserved: (string | null)[];
  status: Status = 'open';
  /** Counts changes of the position: the deal, moves, undos. */
  number = 0;
  /** The states from the deal on, and the actions between them. */
  states: State[] = [];
  actions: Action[] = [];
  forfeits: [Seat, ForfeitReason][] = [];
  nextTable: string | null = null;
  /** Moves by the client's ids, with the number of their position. */
  sentMoves = new Map<string, { number: number; move: string }>();
  /** Number of events applied. */
  seq = 0;
  changed = 0;

  constructor(game: Game, card: GameCard, kept: SavedGame) {
    const [opened] = kept.events;
    if (opened?.kind !== 'opened') throw new Error('expected a log that begins with opened');
    if (opened.chance !== 'seed')
      throw new Error(`expected chance from a seed; found ${opened.chance}`);
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

  /** The current state of a game that has begun. */
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

  /** Own seats that have not given up. */
  get playingSeats(): Seat[] {
    return this.mySeats.filter((seat) => !this.chairs[seat]!.forfeit);
  }

  /** The seat whose view is shown: with several own seats, the one to move. */
  get seenAs(): Seat | null {
    const mine = this.mySeats;
    if (this.mover !== null && mine.includes(this.mover)) return this.mover;
    return mine[0] ?? null;
  }

  /** The bot to move, or null. */
  get botToMove(): string | null {
    if (this.mover === null) return null;
    const { who, forfeit, has_stand_in } = this.chairs[this.mover]!;
    if (who?.kind === 'bot' && !forfeit) return who.name;
    return forfeit || has_stand_in ? this.terms.stand_in : null;
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
        if (event.move_id)
          this.sentMoves.set(event.move_id, { number: this.number, move: event.move });
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
      case 'renamed':
      case 'handed_over':
        this.reseat(event);
        break;
      case 'taken_over':
        this.chairs[event.seat] = { ...this.chairs[event.seat], has_stand_in: true };
        break;
      case 'reclaimed':
        this.chairs[event.seat] = { ...this.chairs[event.seat], has_stand_in: false };
        break;
      case 'opened':
      case 'asked':
      case 'answered':
      case 'paused':
      case 'resumed':
      case 'held':
      case 'said':
      case 'unsealed':
        break; // no effect here: terms, consent, clocks, chat, the secret of a daily deal
      default:
        // Written by a newer page: without it the game would be another.
        throw new Refusal('old_page', `unknown event ${(event as { kind: string }).kind}`);
    }
  }

  /** Change the name, or the person, of a taken seat. */
  private reseat(event: Renamed | SeatTransferred): void {
    const chair = this.chairs[event.seat]!;
    const id = chair.who?.kind === 'person' ? chair.who.id : '';
    this.chairs[event.seat] =
      event.kind === 'renamed'
        ? { ...chair, who: { kind: 'person', id, name: event.name } }
        : { ...chair, who: event.who, has_stand_in: false };
  }

  private deal(): State {
    const seed = BigInt(this.kept.seed);
    if (this.kept.start) return this.game.determinize(this.kept.start, seed);
    const { options, players } = this.terms;
    return this.game.deal(
      seed,
      players,
      optionValues(this.card, this.game.module.manifest, options, players),
    );
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

  /** End the game unless two seats still play and a person is among them. */
  private forfeit(seat: Seat, reason: ForfeitReason): void {
    this.chairs[seat] = { ...this.chairs[seat], forfeit: reason };
    this.forfeits.push([seat, reason]);
    if (this.players - this.forfeits.length < 2 || this.playingSeats.length === 0)
      this.status = 'over';
  }
}

/** Return the outcome with the seats that gave up last, the first to give up at the very end. */
function placesAfter({ scores, places }: Standing, forfeits: Seat[]): OutcomeInfo {
  const ranking = places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);
  const others = ranking.filter((seat) => !forfeits.includes(seat));
  const order = [...others, ...forfeits.toReversed()];
  return { scores, places: places.map((_, seat) => order.indexOf(seat) + 1) };
}

/** Return a bot's name with its version, as records have it. */
export const fullName = ({ name, version }: BotSeat): string =>
  version && version > 1 ? `${name}@${version}` : name;
