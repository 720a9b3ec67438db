/** A store that holds games in memory while the browser has no room, and writes them as soon as it has. */
import type { TableCard, TableEvent } from '../lib/wire.ts';
import type { SavedGame } from './match.ts';
import type { Store } from './store.ts';

interface Held {
  kept: SavedGame;
  card: TableCard;
  /** Number of its events on the disk. */
  seq: number;
}

export class OverflowStore implements Store {
  /** Called with the games that would be lost with the page. */
  onHeld: (cards: TableCard[]) => void = () => undefined;
  private readonly disk: Store;
  private readonly held = new Map<string, Held>();
  /** Writes run one after the other: a waiting game may get more events. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(disk: Store) {
    this.disk = disk;
  }

  async load(id: string): Promise<SavedGame | undefined> {
    const held = this.held.get(id);
    return held ? copyOf(held.kept) : this.disk.load(id);
  }

  async add(kept: SavedGame, card: TableCard): Promise<void> {
    await this.write({ kept: copyOf(kept), card, seq: 0 });
  }

  append(kept: SavedGame, events: TableEvent[], card: TableCard): Promise<boolean> {
    const fresh = { kept: copyOf(kept), card, seq: kept.events.length };
    const held = this.held.get(kept.id) ?? fresh;
    held.kept.events.push(...events);
    held.card = card;
    return this.write(held);
  }

  async drop(id: string): Promise<void> {
    this.held.delete(id);
    await this.disk.drop(id).catch(() => undefined);
    this.onHeld(this.cards);
    // There may be room now.
    for (const held of this.held.values()) void this.write(held);
  }

  private get cards(): TableCard[] {
    return Array.from(this.held.values(), ({ card }) => card);
  }

  private write(held: Held): Promise<boolean> {
    const done = this.last.then(() => this.writeNow(held));
    this.last = done;
    return done;
  }

  /** Write the missing events; return false if another window has added others. */
  private async writeNow(held: Held): Promise<boolean> {
    const { kept, card, seq } = held;
    const missing = kept.events.slice(seq);
    let isNext = true;
    try {
      if (seq === 0) await this.disk.add(kept, card);
      else isNext = await this.disk.append(copyOf(kept, seq), missing, card);
      held.seq += missing.length;
      if (this.held.delete(kept.id)) this.onHeld(this.cards);
    } catch {
      this.held.set(kept.id, held);
      this.onHeld(this.cards);
    }
    return isNext;
  }
}

/** Return a copy of a game with its first events. */
const copyOf = (kept: SavedGame, count?: number): SavedGame => ({
  ...kept,
  events: kept.events.slice(0, count),
});
