import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { leaveTable } from '../../src/lib/table-list';
import { identity } from '../../src/lib/identity.svelte';
import {
  joinNext,
  playBots,
  playFriends,
  openHotSeat,
  openSharedScreen,
  continueFrom,
  type TableSetup,
} from '../../src/lib/create-table';
import type { Table } from '../../src/lib/table.svelte';
import type { TableCard, TableInfo } from '../../src/lib/wire';
import { speak } from '../support/languages';

const ME = { id: 'me', name: 'Ann', account: false };
const PLAN: TableSetup = {
  ...{ game: 'some-game', players: 3, options: {}, clock: { kind: 'none' } },
  ...{ level: 3, rated: false, listed: true, names: ['Ann', ' ', 'Cem'], isLocal: false },
};
type Asked = [method: string, path: string, body: Record<string, unknown>];
let asked: Asked[] = [];
let answers: Partial<TableInfo>[] = [];

beforeAll(() => speak());

beforeEach(() => {
  [asked, answers] = [[], []];
  identity.person = ME as unknown as typeof identity.person;
  vi.stubGlobal('history', { pushState: () => undefined, replaceState: () => undefined });
  vi.stubGlobal('location', { pathname: '/', search: '', origin: 'http://here', host: 'here' });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const body = init?.body ? JSON.parse(init.body as string) : {};
    asked.push([init?.method ?? 'GET', path.replace('/api/v1', ''), body]);
    return Promise.resolve(Response.json({ info: { id: 't', ...answers.shift() } }));
  });
});

test('playBots seats bots on all other seats of an unlisted table', async () => {
  await playBots(PLAN, 1);
  const [[, path, table], [, started]] = asked as [Asked, Asked];
  expect([path, started]).toEqual(['/tables', '/tables/t/start']);
  expect(table.listed).toBe(false);
  expect(table.bots).toEqual([
    { seat: 0, bot: 'level-3' },
    { seat: 2, bot: 'level-3' },
  ]);
});

test('playFriends and openSharedScreen need the server', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await expect(playFriends(PLAN)).rejects.toThrow();
  await expect(openSharedScreen(PLAN)).rejects.toThrow();
});

test('openSharedScreen takes no seat', async () => {
  await openSharedScreen({ ...PLAN, rated: true });
  expect(asked).toHaveLength(1);
  expect(asked[0]![2]).toMatchObject({ sit: false, rated: false, listed: false });
});

test('continueFrom a position keeps our chosen seat', async () => {
  await continueFrom('some-game', 2, { seat: 1 } as Parameters<typeof continueFrom>[2], 5);
  expect(asked[0]![2]).toMatchObject({ listed: false, bots: [{ seat: 0, bot: 'level-5' }] });
});

test('openHotSeat numbers players without a name', async () => {
  await openHotSeat(PLAN);
  const seats = asked.filter(([, path]) => path.endsWith('/seats')).map(([, , body]) => body);
  expect(seats.map(({ seat, name }) => [seat, name])).toEqual([
    [0, 'Ann'],
    [1, 'Player 2'],
    [2, 'Cem'],
  ]);
});

test('openHotSeat without names sends none', async () => {
  await openHotSeat({ ...PLAN, names: ['', '', ''] });
  const seats = asked.filter(([, path]) => path.endsWith('/seats'));
  expect(seats.every(([, , { name }]) => name === undefined)).toBe(true);
});

test('rematch takes our reserved and free seats', async () => {
  const chairs = [
    { kept_for: 'me' },
    { kept_for: 'bob' },
    { kept_for: 'me', who: { kind: 'person', id: 'me', name: 'Ann' } },
    { kept_for: 'me' },
  ];
  const table = {
    rematch: () => Promise.resolve({ info: { id: 't', chairs } }),
    nameBefore: (seat: number) => `Name ${seat}`,
  } as unknown as Table;
  await joinNext(table);
  expect(asked.map(([, path, body]) => [path, body.seat, body.name])).toEqual([
    ['/tables/t/seats', 0, 'Name 0'],
    ['/tables/t/seats', 3, 'Name 3'],
  ]);
});

// --- Leaving a table for good ---

const me = { kind: 'person', id: 'me', name: 'Ann' };
const card = (more: Partial<TableCard>) => ({ id: 't', status: 'running', ...more }) as TableCard;

test('leaveTable resigns all seats of a hot seat until the game is over', async () => {
  const chairs = [{ who: me, forfeit: 'resigned' }, { who: me }];
  answers = [
    { status: 'running', chairs },
    { status: 'over', chairs },
  ] as unknown as Partial<TableInfo>[];
  await leaveTable(card({}));
  expect(asked.map(([, path]) => path)).toEqual(['/tables/t/resign', '/tables/t/resign']);
});

test('leaveTable resigns each seat once', async () => {
  const chairs = [{ who: me, forfeit: 'resigned' }, { who: { ...me, id: 'bob' } }];
  answers = [{ status: 'running', chairs }] as unknown as Partial<TableInfo>[];
  await leaveTable(card({}));
  expect(asked).toHaveLength(1);
});

test('leaveTable closes an own open table and stands up at another', async () => {
  await leaveTable(card({ status: 'open', host: 'me' }));
  answers = [{ chairs: [{ who: { ...me, id: 'bob' } }, { who: me }] }] as unknown as [];
  await leaveTable(card({ status: 'open', host: 'bob' }));
  expect(asked.filter(([method]) => method === 'DELETE').map(([, path]) => path)).toEqual([
    '/tables/t',
    '/tables/t/seats/1',
  ]);
});
