/** The browser's database: `games`, for the worker alone, and `cards`, what a list shows of them. */
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
  const database = await tried(asked);
  // A newer page that wants another version does not wait for us.
  database.onversionchange = () => {
    database.close();
    opened = null;
  };
  return database;
}

/** What a request comes to. */
export const tried = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('the database refused'));
  });

/** Until all of it is done. */
export const finished = (work: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = work.onerror = () => reject(work.error ?? new Error('the database refused'));
  });

/** The games on this device, the latest first. */
export async function readCards(): Promise<TableCard[]> {
  const cards = (await openDatabase()).transaction('cards').objectStore('cards');
  const found = await tried(cards.getAll() as IDBRequest<TableCard[]>);
  return found.sort((a, b) => b.updated - a.updated);
}
