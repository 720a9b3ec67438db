/** The browser's database: `games` for the worker, `cards` for lists. */
import type { TableCard } from '../lib/wire.ts';

const NAME = 'tilewright';
const VERSION = 1;

let opened: Promise<IDBDatabase> | null = null;

export function openDatabase(): Promise<IDBDatabase> {
  opened ??= open();
  opened.catch(() => (opened = null));
  return opened;
}

async function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, VERSION);
  asked.onupgradeneeded = () => {
    for (const name of ['games', 'cards']) asked.result.createObjectStore(name, { keyPath: 'id' });
  };
  const database = await requestDone(asked);
  // Let a newer page upgrade the database.
  database.onversionchange = () => {
    database.close();
    opened = null;
  };
  return database;
}

/** Return the result of a request. */
export const requestDone = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('the database refused'));
  });

/** Wait until a transaction is complete. */
export const transactionDone = (work: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = work.onerror = () => reject(work.error ?? new Error('the database refused'));
  });

/** Return the cards of the games on this device, the latest first. */
export async function readCards(): Promise<TableCard[]> {
  const cards = (await openDatabase()).transaction('cards').objectStore('cards');
  const found = await requestDone(cards.getAll() as IDBRequest<TableCard[]>);
  return found.sort((a, b) => b.updated - a.updated);
}
