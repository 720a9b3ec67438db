/** The games under way on this device: what is wished for is written down, applied and told. */
import type {
  BotSeat,
  GameName,
  Numbered,
  Seat,
  TableEvent,
  Terms,
  UpdateMessage,
} from '../lib/wire.ts';
import { asksNetwork, choose, levelOf } from './bots.ts';
import { drawName, drawWord } from './chance.ts';
import type { Engine, Engines } from './engines.ts';
import type { State } from './game.ts';
import { Match, type Kept } from './match.ts';
import { Refusal } from './refusal.ts';
import { cardOf, describe, look, recount } from './shown.ts';
import type { Store } from './store.ts';
import { botMove } from './wishes.ts';

export type Wish = (match: Match) => TableEvent[];

/** How a table begins: its first event, and where its game does, if that is in the middle. */
interface Opening {
  game: GameName;
  opened: TableEvent;
  start?: State | null;
}

export class Tables {
  /** Told of all that happens. */
  onUpdate: (update: UpdateMessage) => void = () => undefined;
  /** Told of tables that have changed, for other tabs. */
  onChange: (id: string) => void = () => undefined;
  private readonly store: Store;
  private readonly engines: Engines;
  private readonly live = new Map<string, Promise<Match>>();
  /** One wish at a time at each table. */
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly thinking = new Map<string, AbortController>();

  constructor(store: Store, engines: Engines) {
    this.store = store;
    this.engines = engines;
  }

  engine(game: GameName): Promise<Engine> {
    return this.engines.open(game);
  }

  async open({ game, opened, start = null }: Opening): Promise<Match> {
    const engine = await this.engine(game);
    const created = Date.now();
    const seed = String(drawWord());
    const kept: Kept = { id: `local-${drawName()}`, created, seed, events: [opened], start };
    const match = new Match(engine.game, engine.listed.card, kept);
    await this.store.add(kept, cardOf(match));
    this.live.set(kept.id, Promise.resolve(match));
    this.onChange(kept.id);
    return match;
  }

  /** A table as it is; a bot whose turn it is goes on. */
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

  /** Let a wish come true: once it is answered, it is on the disk. */
  do(id: string, wish: Wish): Promise<Match> {
    const done = (this.queues.get(id) ?? Promise.resolve()).then(() => this.doNow(id, wish));
    this.queues.set(
      id,
      done.catch(() => undefined),
    );
    return done;
  }

  private async doNow(id: string, wish: Wish): Promise<Match> {
    const match = await this.load(id);
    const events = wish(match);
    if (events.length === 0) return match;
    const { seq } = match;
    this.live.delete(id); // should it not be written, it is read anew
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

  /** Another tab has gone on with a game: so do we. */
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

  /** Whose seat it is that a bot takes: of one that has several versions, this one. */
  async botSeat({ game, players }: Terms, name: string): Promise<BotSeat> {
    const engine = await this.engine(game);
    if (!engine.listed.card.bots.some((bot) => bot.name === name))
      throw new Refusal('invalid_option', `bot: found ${name}`);
    const level = levelOf(name, engine, players);
    const hasNetwork = level && asksNetwork(level);
    const weights = hasNetwork ? await engine.weights() : undefined;
    return { kind: 'bot', name, ...(weights ? { version: weights.version } : {}) };
  }

  /** Let the bot think whose turn it is, if it is one's; what was thought about before is not. */
  private think(match: Match): void {
    const { id } = match.kept;
    const key = `${id} ${match.number}`;
    if (this.thinking.has(key)) return;
    this.stopThinking(id);
    if (match.botToMove === null) return;
    const stop = new AbortController();
    this.thinking.set(key, stop);
    this.moveFor(match, match.botToMove, stop.signal)
      .catch(() => undefined) // taken back, or gone on elsewhere
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
    await this.do(kept.id, (now) => (now.number === number ? botMove(now, action) : []));
  }
}

/** What has happened since the first `seq` events, and how the table stands now. */
export function update(match: Match, seq: number): UpdateMessage {
  const events = match.kept.events
    .slice(seq)
    .map((event, index): Numbered => ({ seq: seq + 1 + index, event }));
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

/** The numbers of the moves among the events that have not been taken back. */
function standing(events: Numbered[]): number[] {
  const moves: number[] = [];
  for (const { seq, event } of events) {
    if (event.kind === 'moved') moves.push(seq);
    else if (event.kind === 'undone') moves.splice(-event.moves);
  }
  return moves;
}
