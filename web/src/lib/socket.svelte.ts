/** A socket that connects again after a loss and repeats unanswered requests. */
import { ApiError } from './api';
import { isLocal, openLocalSocket, type SocketLike } from './local-tables';
import { ServerClock } from './server-clock';
import type { ServerMessage, UpdateMessage } from './wire';

export type Connection = 'connecting' | 'open' | 'lost';

/** A listener to a table. */
export interface TableListener {
  /** Number of the last known event; later ones are sent after a lost connection. */
  readonly lastSeq: number;
  readonly invite: string | null;
  /** True if positions are requested as text as well. */
  readonly text?: boolean;
  onMessage(
    message: UpdateMessage | { type: 'presence'; here: string[]; spectators: number },
  ): void;
}

interface Waiting {
  message: Record<string, unknown>;
  resolve: (answer: ServerMessage) => void;
  reject: (error: ApiError) => void;
}

/** After this silence, in ms, the page pings the server; it waits as long for the answer. */
const QUIET = 2000;
const PATIENCE = 2500;
/** As long as this a new connection may take. */
const CONNECTING = 4000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
/** The server closes with this when a session has ended: to come back as the same would not help. */
export const SESSION_ENDED = 4002;

export class LiveSocket {
  connection = $state<Connection>('connecting');
  /** True if the server is of another version than this page. */
  isOld = $state(false);
  readonly clock = new ServerClock();
  onEnded: () => void = () => undefined;
  /** Moves that the server has not answered yet: kept through a lost connection. */
  keptMoves = $state(0);

  #socket: SocketLike | null = null;
  /** The table for which the socket was opened, if it was for one. */
  #at = '';
  #listeners = new Map<string, TableListener>();
  #waiting = new Map<number, Waiting>();
  #ref = 0;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly open: (table: string) => SocketLike) {}

  /**
   * Subscribe to a table until the returned function is called. For another table the socket connects
   * again: a server of several processes has one process per table.
   */
  listen(table: string, listener: TableListener): () => void {
    this.#listeners.set(table, listener);
    if (this.connection !== 'open') this.connect();
    else if (this.#listeners.size > 1 || this.#at === table) this.#subscribe(table, listener);
    else this.reconnect();
    return () => {
      if (this.#listeners.get(table) !== listener) return;
      this.#listeners.delete(table);
      this.#send({ type: 'unsubscribe', table });
    };
  }

  /** Ask something; the answer, or a refusal. Waits through a lost connection. */
  request(message: Record<string, unknown>): Promise<ServerMessage> {
    const ref = ++this.#ref;
    return new Promise((resolve, reject) => {
      this.#waiting.set(ref, { message: { ...message, ref }, resolve, reject });
      if (message.type === 'move') this.keptMoves++;
      if (this.connection === 'open') this.#send({ ...message, ref });
      else this.connect();
    });
  }

  connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    [this.#at = ''] = this.#listeners.keys();
    const socket = (this.#socket = this.open(this.#at));
    this.#await(CONNECTING);
    socket.onmessage = (event) => this.#take(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.#lose(event.code);
  }

  /** Connect again, as another person or after the network came back. */
  reconnect(): void {
    this.#drop();
    this.#pause = FIRST_PAUSE;
    // A lost request stays lost until the server says otherwise.
    if (this.connection === 'open') this.connection = 'connecting';
    this.connect();
  }

  /** Ask for a sign of life now: the network may have gone, or we may have slept. */
  check(): void {
    if (this.connection !== 'open') return;
    this.#send({ type: 'ping' });
    this.#await(PATIENCE);
  }

  /** A line may be dead without a word: what does not answer in time is lost. */
  #await(ms: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.#drop();
      this.#lose();
    }, ms);
  }

  #drop(): void {
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #lose(code?: number): void {
    clearTimeout(this.#watch);
    this.#socket = null;
    this.connection = 'lost';
    if (code === SESSION_ENDED) this.onEnded();
    this.#timer = setTimeout(() => this.connect(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  #take(message: ServerMessage): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.check(), QUIET);
    switch (message.type) {
      case 'welcome':
        return this.#begin(message.version, message.now);
      case 'update':
        this.clock.add(message.info.now);
        return this.#listeners.get(message.table)?.onMessage(message);
      case 'presence':
        return this.#listeners.get(message.table)?.onMessage(message);
      case 'error':
        return this.#answer(message.ref)?.reject(new ApiError(0, message));
      case 'pong':
        this.clock.add(message.now);
        this.#answer(message.ref)?.resolve(message);
        return;
      default:
        this.#answer(message.ref)?.resolve(message);
    }
  }

  #begin(version: string, now: number): void {
    this.isOld = __VERSION__ !== 'dev' && version !== __VERSION__;
    this.clock.reset();
    this.clock.add(now);
    this.#pause = FIRST_PAUSE;
    this.connection = 'open';
    for (const [table, listener] of this.#listeners) this.#subscribe(table, listener);
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  #subscribe(table: string, listener: TableListener): void {
    const { lastSeq: since, invite, text = false } = listener;
    // The page of the table has asked over HTTP first, and knows if this is refused.
    this.#send({ type: 'subscribe', table, since, invite, scene: true, text });
  }

  #answer(ref: number | string | null): Waiting | undefined {
    if (typeof ref !== 'number') return undefined;
    const waiting = this.#waiting.get(ref);
    this.#waiting.delete(ref);
    if (waiting?.message.type === 'move') this.keptMoves--;
    return waiting;
  }

  /** A message that cannot be sent is kept until the connection is back. */
  #send(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

const address = (table: string): string =>
  `${location.origin.replace('http', 'ws')}/api/v1/socket?at=${table}`;

/** One for the whole page. */
export const socket = new LiveSocket((table) => new WebSocket(address(table)));
const local = new LiveSocket(openLocalSocket);

/** Return the socket of a table. */
export const socketOf = (table: string): LiveSocket => (isLocal(table) ? local : socket);
