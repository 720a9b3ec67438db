import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { identity } from '../../src/lib/identity.svelte';
import { watchTurns } from '../../src/lib/turn-notifications';
import type { TableCard } from '../../src/lib/wire';

let tables: Partial<TableCard>[] = [];
let told: [string, NotificationOptions][] = [];
let visible = 'hidden';
let stop: () => void = () => undefined;

const turn = (id: string, ply: number, more: object = {}) =>
  ({ id, ply, is_my_turn: true, terms: { game: 'some-game' }, ...more }) as Partial<TableCard>;
const pass = () => vi.advanceTimersByTimeAsync(20_000);

beforeEach(async () => {
  vi.useFakeTimers();
  [tables, told, visible] = [[turn('old', 3)], [], 'hidden'];
  identity.person = { id: 'me', name: 'Ann' } as unknown as typeof identity.person;
  vi.stubGlobal('document', {
    get visibilityState() {
      return visible;
    },
  });
  vi.stubGlobal('location', { pathname: '/t/here', search: '', origin: 'http://x', host: 'x' });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ tables, next: null })));
  vi.stubGlobal('Notification', function note(title: string, how: NotificationOptions) {
    told.push([title, how]);
  });
  stop = watchTurns((game) => game.toUpperCase());
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('turns that existed before are not notified', async () => {
  await pass();
  expect(told).toEqual([]);
});

test('each turn is notified once', async () => {
  tables = [turn('old', 3), turn('new', 0), turn('theirs', 5, { is_my_turn: false })];
  await pass();
  await pass();
  expect(told.map(([, how]) => how.tag)).toEqual(['new 0']);
  tables = [turn('old', 5)];
  await pass();
  expect(told.map(([, how]) => how.tag)).toEqual(['new 0', 'old 5']);
  expect(told[1]![1].data).toBe('/t/old');
});

test('turns at the visible table are not notified', async () => {
  visible = 'visible';
  tables = [turn('here', 1)];
  await pass();
  expect(told).toEqual([]);
  visible = 'hidden';
  tables = [turn('here', 3)];
  await pass();
  expect(told.length).toBe(1);
});

test('phones notify by the service worker', async () => {
  const shown: string[] = [];
  vi.stubGlobal('Notification', function refuse() {
    throw new TypeError('Illegal constructor');
  });
  const worker = {
    showNotification: (_: string, how: NotificationOptions) => shown.push(how.tag!),
  };
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(worker) } });
  tables = [turn('new', 0)];
  await pass();
  expect(shown).toEqual(['new 0']);
});
