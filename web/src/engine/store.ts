/** Storage of games in the browser's database: whole games for the worker, and cards for lists. */
import type { TableCard, TableEvent } from '../lib/wire.ts';
import type { SavedGame } from './match.ts';
import { transactionDone, openDatabase, requestDone } from './database.ts';

export interface Store {
  load(id: string): Promise<SavedGame | undefined>;
  /** Store a new game. */
  add(kept: SavedGame, card: TableCard): Promise<void>;
  /** Append events to those of `kept`; return false if others were appended before. */
  append(kept: SavedGame, events: TableEvent[], card: TableCard): Promise<boolean>;
  drop(id: string): Promise<void>;
}

export class BrowserStore implements Store {
  async load(id: string): Promise<SavedGame | undefined> {
    const games = (await openDatabase()).transaction('games').objectStore('games');
    return requestDone(games.get(id) as IDBRequest<SavedGame | undefined>);
  }

  async add(kept: SavedGame, card: TableCard): Promise<void> {
    const work = await this.begin();
    work.objectStore('games').add(kept);
    work.objectStore('cards').add(card);
    await transactionDone(work);
  }

  async append(kept: SavedGame, events: TableEvent[], card: TableCard): Promise<boolean> {
    const work = await this.begin();
    const games = work.objectStore('games');
    const found = await requestDone(games.get(kept.id) as IDBRequest<SavedGame | undefined>);
    if (found?.events.length !== kept.events.length) return false;
    games.put({ ...kept, events: [...kept.events, ...events] });
    work.objectStore('cards').put(card);
    await transactionDone(work);
    return true;
  }

  async drop(id: string): Promise<void> {
    const work = await this.begin();
    work.objectStore('games').delete(id);
    work.objectStore('cards').delete(id);
    await transactionDone(work);
  }

  /** Begin a transaction that is on the disk when it completes. */
  private async begin(): Promise<IDBTransaction> {
    const database = await openDatabase();
    return database.transaction(['games', 'cards'], 'readwrite', { durability: 'strict' });
  }
}

/** A store in memory, for tests. */
export class MemoryStore implements Store {
  readonly games = new Map<string, SavedGame>();
  readonly cards = new Map<string, TableCard>();

  async load(id: string): Promise<SavedGame | undefined> {
    return structuredClone(this.games.get(id));
  }

  async add(kept: SavedGame, card: TableCard): Promise<void> {
    this.games.set(kept.id, structuredClone(kept));
    this.cards.set(kept.id, structuredClone(card));
  }

  async append(kept: SavedGame, events: TableEvent[], card: TableCard): Promise<boolean> {
    const found = this.games.get(kept.id);
    if (found?.events.length !== kept.events.length) return false;
    found.events.push(...structuredClone(events));
    this.cards.set(kept.id, structuredClone(card));
    return true;
  }

  async drop(id: string): Promise<void> {
    this.games.delete(id);
    this.cards.delete(id);
  }
}
