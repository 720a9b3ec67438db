/** The worker's end of the page's socket, for tables on this device. */
import type {
  ClientMessage,
  MoveRequest,
  Preview,
  PreviewRequest,
  ServerMessage,
  UpdateMessage,
} from '../lib/wire.ts';
import type { Game, State } from './game.ts';
import type { Match } from './match.ts';
import { LOCAL_PLAYER } from './worker-messages.ts';
import { Refusal, toRefusal } from './errors.ts';
import { update, type Tables } from './tables.ts';
import { checkTurn, move, resign, undo } from './commands.ts';

export class SocketSession {
  private readonly tables: Tables;
  private readonly say: (message: ServerMessage) => void;
  private readonly heard = new Set<string>();

  constructor(tables: Tables, say: (message: ServerMessage) => void) {
    this.tables = tables;
    this.say = say;
  }

  begin(): void {
    this.heard.clear();
    this.say({
      type: 'welcome',
      version: __VERSION__,
      now: Date.now(),
      person: LOCAL_PLAYER,
      name: null,
    });
  }

  /** Send an update of a table. */
  tell(message: UpdateMessage): void {
    if (this.heard.has(message.table)) this.say(message);
  }

  /** Answer one message. */
  async take(message: ClientMessage): Promise<void> {
    const ref = message.ref ?? null;
    const table = 'table' in message ? message.table : null;
    try {
      this.say(await this.answer(message, ref));
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.code === 'stale' && table)
        this.say(update(await this.tables.find(table), Infinity));
      this.say({ type: 'error', table, ref, ...refusal.problem });
    }
  }

  private async answer(
    message: ClientMessage,
    ref: number | string | null,
  ): Promise<ServerMessage> {
    switch (message.type) {
      case 'ping':
        return { type: 'pong', now: Date.now(), ref };
      case 'subscribe':
        await this.subscribe(message.table, message.since ?? Infinity);
        return { type: 'ack', table: message.table, seq: null, ref };
      case 'unsubscribe':
        this.heard.delete(message.table);
        return { type: 'ack', table: message.table, seq: null, ref };
      case 'preview':
        return this.preview(message, ref);
      default:
        return { type: 'ack', table: message.table, seq: (await this.wish(message)).seq, ref };
    }
  }

  private async subscribe(table: string, since: number): Promise<void> {
    const match = await this.tables.find(table);
    this.say(update(match, since));
    this.heard.add(table);
    this.say({ type: 'presence', table, here: [LOCAL_PLAYER], spectators: 0 });
  }

  private wish(message: Exclude<ClientMessage, { type: 'ping' | 'subscribe' | 'unsubscribe' }>) {
    switch (message.type) {
      case 'move':
        return this.move(message);
      case 'resign':
        return this.tables.do(message.table, resign);
      case 'ask':
        if (message.what === 'undo') return this.tables.do(message.table, undo);
    }
    throw new Refusal('refused', `there is no ${message.type} on this device`);
  }

  private move({ table, number, move: text, move_id }: MoveRequest): Promise<Match> {
    return this.tables.do(table, (match) => move(match, number, text, move_id));
  }

  private async preview(
    { table, number, moves }: PreviewRequest,
    ref: number | string | null,
  ): Promise<ServerMessage> {
    const match = await this.tables.find(table);
    checkTurn(match, number);
    const seen = match.game.view(match.board, match.mover);
    const effects = moves.map((text) => tryMove(match.game, seen, text));
    return { type: 'preview', table, number, effects, ref };
  }
}

/** Return the effect of a move, or the reason why it is illegal. */
export function tryMove(game: Game, seen: State, text: string): Preview {
  const action = game.find(seen, text);
  if (action !== null) return game.effect(seen, action);
  const { problem } = new Refusal('illegal_move', `expected a legal move; found ${text}`);
  return { move: text, illegal: problem };
}
