/** The browser's database: opened once, opened again after another page has upgraded it or it failed. */
import { beforeEach, expect, test, vi } from 'vitest';

import type { TableCard } from '../../src/lib/wire';

interface Request {
  result?: unknown;
  error?: Error | null;
  onsuccess?: () => void;
  onerror?: () => void;
  onupgradeneeded?: () => void;
}

let opened: Request[];
let base: typeof import('../../src/engine/database');

beforeEach(async () => {
  opened = [];
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request: Request = {};
      opened.push(request);
      return request;
    },
  });
  vi.resetModules();
  base = await import('../../src/engine/database');
});

/** A database that has these cards. */
const database = (cards: object[] = []) => ({
  closed: 0,
  onversionchange: (): void => undefined,
  close() {
    this.closed++;
  },
  transaction: () => ({ objectStore: () => ({ getAll: () => answered(cards) }) }),
});

function answered(result: unknown): Request {
  const request: Request = { result };
  queueMicrotask(() => request.onsuccess!());
  return request;
}

function succeed(index: number, found = database()) {
  opened[index]!.result = found;
  opened[index]!.onsuccess!();
  return found;
}

test('openDatabase_twice_opens_it_once', async () => {
  const both = [base.openDatabase(), base.openDatabase()];
  const found = succeed(0);
  expect(await Promise.all(both)).toEqual([found, found]);
  await base.openDatabase();
  expect(opened).toHaveLength(1);
});

test('openDatabase_after_a_newer_page_has_upgraded_it_opens_it_again', async () => {
  const first = base.openDatabase();
  const found = succeed(0);
  await first;
  found.onversionchange();
  expect(found.closed).toBe(1);
  void base.openDatabase();
  expect(opened).toHaveLength(2);
});

test('openDatabase_that_failed_is_tried_again', async () => {
  const first = base.openDatabase();
  opened[0]!.error = new Error('blocked');
  opened[0]!.onerror!();
  await expect(first).rejects.toThrow('blocked');
  const second = base.openDatabase();
  succeed(1);
  await second;
});

test('a_new_database_has_games_and_cards_by_id', () => {
  void base.openDatabase();
  const made: unknown[] = [];
  opened[0]!.result = { createObjectStore: (...given: unknown[]) => made.push(given) };
  opened[0]!.onupgradeneeded!();
  expect(made).toEqual([
    ['games', { keyPath: 'id' }],
    ['cards', { keyPath: 'id' }],
  ]);
});

test('readCards_has_the_latest_first', async () => {
  const card = (id: string, updated: number) => ({ id, updated }) as TableCard;
  const cards = base.readCards();
  succeed(0, database([card('a', 1), card('b', 3), card('c', 2)]));
  expect((await cards).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
});

test.each(['onabort', 'onerror'] as const)(
  'a_transaction_that_ends_with_%s_fails',
  async (name) => {
    const work = { error: null } as unknown as IDBTransaction;
    const done = base.transactionDone(work);
    (work[name] as () => void)();
    await expect(done).rejects.toThrow('the database refused');
  },
);
