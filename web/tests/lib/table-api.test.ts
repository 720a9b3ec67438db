/** Requests about a table: their paths on a server, and their calls on this device. */
import { beforeEach, expect, test, vi } from 'vitest';

const asked = vi.hoisted(() => [] as unknown[][]);
const answer = vi.hoisted(() => ({ value: {} as unknown }));
const ask = vi.hoisted(() => (name: string) => (...given: unknown[]) => {
  asked.push([name, ...given]);
  return Promise.resolve(answer.value);
});
vi.mock('../../src/lib/api', async (original) => ({
  ...(await original<object>()),
  ...Object.fromEntries(['get', 'getText', 'post', 'remove'].map((name) => [name, ask(name)])),
}));
vi.mock('../../src/lib/local-tables', () => ({
  callLocal: ask('local'),
  isLocal: (table: string) => table.startsWith('local-'),
}));

import { tableApi, type TableApi } from '../../src/lib/table-api';

beforeEach(() => {
  asked.length = 0;
  answer.value = { version: __VERSION__ };
});
const pathTo = (rest: string, ...query: string[]) => `/t${rest}?${query.filter(Boolean).join('&')}`;

const CASES: [(api: TableApi) => Promise<unknown>, unknown[], unknown[]][] = [
  [(api) => api.getTable(), ['get', '/t?'], ['getTable', {}]],
  [(api) => api.getTable(true), ['get', '/t?scene=true'], ['getTable', {}]],
  [
    (api) => api.getPly(0, 0),
    ['get', '/t/plies/0?scene=true&seat=0'],
    ['getPly', { ply: 0, seat: 0 }],
  ],
  [
    (api) => api.getPly(7, null),
    ['get', '/t/plies/7?scene=true'],
    ['getPly', { ply: 7, seat: null }],
  ],
  [(api) => api.getHistory(2), ['get', '/t/story?seat=2'], ['getHistory', { seat: 2 }]],
  [(api) => api.getRecord(), ['getText', '/t/record?'], ['getRecord', {}]],
  [(api) => api.getState(), ['get', '/t/state?'], ['getState', {}]],
  [(api) => api.getStates(), ['get', '/t/states?'], ['getStates', {}]],
  [(api) => api.sit({ seat: 1 }), ['post', '/t/seats?', { seat: 1 }], ['sit', { seat: 1 }]],
  [(api) => api.start(), ['post', '/t/start?', {}], ['start', {}]],
  [(api) => api.start('level-2'), ['post', '/t/start?', { fill: 'level-2' }], ['start', {}]],
  [(api) => api.resign(), ['post', '/t/resign?'], ['resign', {}]],
  [(api) => api.rematch(), ['post', '/t/rematch?'], ['rematch', {}]],
  [(api) => api.drop(), ['remove', '/t?'], ['dropTable', {}]],
];

test.each(CASES)('request_%#_goes_to_the_server_or_to_the_worker', async (request, http, local) => {
  await request(tableApi('abc', pathTo));
  await request(tableApi('local-1', pathTo));
  const [name, more] = local as [string, object];
  expect(asked).toEqual([http, ['local', name, { table: 'local-1', ...more }]]);
});

test('states_of_another_version_are_not_for_this_page', async () => {
  vi.stubGlobal('__VERSION__', '1');
  answer.value = { version: 'other' };
  const api = tableApi('abc', pathTo);
  const found = await api.getState().then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );
  expect(found).toBe(__VERSION__ === 'dev' ? 'taken' : 'old_page');
});
