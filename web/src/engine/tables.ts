/** The tables on this device: commands are applied, stored and published. */
import type {
  BotSeat,
  GameName,
  LoggedEvent,
  Seat,
  TableEvent,
  Terms,
  UpdateMessage,
} from '../lib/wire.ts';
import { usesNetwork, choose, levelOf } from './bots.ts';
import { randomId, randomUint64 } from './random.ts';
import type { Engine, Engines } from './engines.ts';
import type { State } from './game.ts';
import { Match, type SavedGame } from './match.ts';
import { Refusal } from './errors.ts';
import { cardOf, describe, look, recount } from './presenters.ts';
import type { Store } from './store.ts';
import { botMove } from './commands.ts';

export type Command = (match: Match) => TableEvent[];

export type TableTerms = Pick<Terms, 'game' | 'players'>;

/** A new table: its first event, its first commands, and its position if the game begins in the middle. */
interface Opening {
  game: GameName;
  opened: TableEvent;
  wishes: Command[];
  start?: State | null;
}

export class Tables {
  /** Called with every update of a table. */
  onUpdate: (update: UpdateMessage) => void = () => undefined;
  /** Called with the id of each changed table, for other tabs. */
  onChange: (id: string) => void = () => undefined;
  private readonly store: Store;
  private readonly engines: Engines;
  private readonly live = new Map<string, Promise<Match>>();
  /** Commands of a table run one after the other. */
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly thinking = new Map<string, AbortController>();

  constructor(store: Store, engines: Engines) {
    this.store = store;
    this.engines = engines;
  }

  engine(game: GameName): Promise<Engine> {
    return this.engines.open(game);
  }

  /** Open a table with all of these commands, or not at all. */
  async open({ game, opened, wishes, start = null }: Opening): Promise<Match> {
    const engine = await this.engine(game);
    const created = Date.now();
    const seed = String(randomUint64());
    const kept: SavedGame = { id: `local-${randomId()}`, created, seed, events: [opened], start };
    const match = new Match(engine.game, engine.listed.card, kept);
    for (const wish of wishes) {
      const events = wish(match);
      for (const event of events) match.apply(event);
      kept.events.push(...events);
    }
    await this.store.add(kept, cardOf(match));
    this.live.set(kept.id, Promise.resolve(match));
    this.onChange(kept.id);
    return match;
  }

  /** Return a table; a bot to move starts to think. */
  async find(id: string): Promise<Match> {
    const match = await this.load(id);
    this.think(match);
    return match;
  }

  private load(id: string): Promise<Match> {
    const known = this.live.get(id) ?? this.read(id);
    this.live.set(id, known);
    known.catch(() => this.live.delete(id));
    return known;
  }

  private async read(id: string): Promise<Match> {
    const kept = await this.store.load(id).catch((error: unknown) => {
      throw new Refusal('no_room', `this browser keeps nothing: ${String(error)}`);
    });
    const [opened] = kept?.events ?? [];
    if (!kept || opened?.kind !== 'opened')
      throw new Refusal('not_found', `there is no table ${id} on this device`);
    const engine = await this.engine(opened.terms.game);
    return new Match(engine.game, engine.listed.card, kept);
  }

  /** Run a command; its events are on the disk when the promise resolves. */
  do(id: string, wish: Command): Promise<Match> {
    const done = (this.queues.get(id) ?? Promise.resolve()).then(() => this.doNow(id, wish));
    this.queues.set(
      id,
      done.catch(() => undefined),
    );
    return done;
  }

  private async doNow(id: string, wish: Command): Promise<Match> {
    const match = await this.load(id);
    const events = wish(match);
    if (events.length === 0) return match;
    const { seq } = match;
    this.live.delete(id); // if the write fails, the next command reads the table again
    for (const event of events) match.apply(event);
    if (!(await this.store.append(match.kept, events, cardOf(match))))
      throw new Refusal('stale', 'the game has gone on elsewhere');
    match.kept.events.push(...events);
    this.live.set(id, Promise.resolve(match));
    this.onUpdate(update(match, seq));
    this.onChange(id);
    this.think(match);
    return match;
  }

  async drop(id: string): Promise<void> {
    this.stopThinking(id);
    await this.store.drop(id);
    this.live.delete(id);
  }

  /** Read the events that another tab has added to a table. */
  async refresh(id: string): Promise<void> {
    const known = await this.live.get(id);
    if (!known) return;
    const kept = await this.store.load(id);
    if (!kept || kept.events.length <= known.seq) return;
    this.live.delete(id);
    const match = await this.load(id);
    this.onUpdate(update(match, known.seq));
    this.think(match);
  }

  // --- Bots ---

  /** Return a bot's seat, with the version of its network. */
  async botSeat({ game, players }: TableTerms, name: string): Promise<BotSeat> {
    const engine = await this.engine(game);
    if (!engine.listed.card.bots.some((bot) => bot.name === name))
      throw new Refusal('invalid_option', `bot: found ${name}`);
    const level = levelOf(name, engine, players);
    const hasNetwork = level && usesNetwork(level);
    const weights = hasNetwork ? await engine.weights() : undefined;
    return { kind: 'bot', name, ...(weights ? { version: weights.version } : {}) };
  }

  /** Start the search of the bot whose turn it is; stop a search for any other position of the table. */
  private think(match: Match): void {
    const { id } = match.kept;
    if (match.botToMove === null) return this.stopThinking(id);
    const key = `${id} ${match.number}`;
    if (this.thinking.has(key)) return;
    this.stopThinking(id);
    const stop = new AbortController();
    this.thinking.set(key, stop);
    this.moveFor(match, match.botToMove, stop.signal)
      .catch(() => undefined) // the move was taken back, or another tab has moved on
      .finally(() => this.thinking.delete(key));
  }

  private stopThinking(id: string): void {
    for (const [key, stop] of this.thinking) {
      if (key.startsWith(`${id} `)) stop.abort();
    }
  }

  private async moveFor(match: Match, bot: string, signal: AbortSignal): Promise<void> {
    const { game, board, mover, number, kept } = match;
    const engine = await this.engine(game.name);
    const action = await choose(bot, engine, game.view(board, mover), signal);
    await this.do(kept.id, (now) => botMove(now, number, action));
  }
}

/** Return the update of a table since its first `seq` events. */
export function update(match: Match, seq: number): UpdateMessage {
  const events = match.kept.events
    .slice(seq)
    .map((event, index): LoggedEvent => ({ seq: seq + 1 + index, event }));
  const numbers = standing(events);
  const seat: Seat | null = match.seenAs;
  const from = match.actions.length - numbers.length;
  const played = recount(match, from, seat, match.isOver);
  return {
    type: 'update',
    table: match.kept.id,
    seq: match.seq,
    events,
    info: describe(match),
    view: look(match),
    played: played.map((one, index) => ({ ...one, seq: numbers[index]! })),
  };
}

/** Return the sequence numbers of the moves that were not taken back. */
function standing(events: LoggedEvent[]): number[] {
  const moves: number[] = [];
  for (const { seq, event } of events) {
    if (event.kind === 'moved') moves.push(seq);
    else if (event.kind === 'undone') moves.splice(-event.moves);
  }
  return moves;
}
