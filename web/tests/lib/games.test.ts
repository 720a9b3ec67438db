/** Cards and boxes of the games: asked for once, and of this device where no server answers. */
import { beforeEach, expect, test, vi } from 'vitest';

const get = vi.hoisted(() => vi.fn());
const refresh = vi.hoisted(() => vi.fn());
vi.mock('../../src/lib/api', () => ({
  get,
  isUnreachable: (error: { code?: string }) => error.code === 'offline',
}));
vi.mock('../../src/lib/local-games.svelte', () => ({ localGames: { refresh } }));

let games: typeof import('../../src/lib/games');
const offline = Object.assign(new Error('offline'), { code: 'offline' });
const GAME = 'toy' as never;

beforeEach(async () => {
  get.mockReset();
  refresh.mockReset();
  vi.resetModules();
  games = await import('../../src/lib/games');
});

test('a_card_is_asked_for_once', async () => {
  get.mockResolvedValueOnce({ name: 'toy' });
  expect(await Promise.all([games.cardOf(GAME), games.cardOf(GAME)])).toEqual([
    { name: 'toy' },
    { name: 'toy' },
  ]);
  expect(get.mock.calls).toEqual([['/games/toy']]);
});

test('cards_and_boxes_without_a_server_are_those_of_this_device', async () => {
  get.mockRejectedValue(offline);
  refresh.mockResolvedValue({ toy: { card: { name: 'toy' }, box: { tiles: 1 } } });
  expect(await games.cardOf(GAME)).toEqual({ name: 'toy' });
  expect(await games.boxOf(GAME)).toEqual({ tiles: 1 });
  expect(await games.gameCards()).toEqual([{ name: 'toy' }]);
  expect(get.mock.calls.map(([path]) => path as string)).toEqual([
    '/games/toy',
    '/games/toy/box',
    '/games',
  ]);
});

test('what_this_device_has_not_either_fails_and_is_asked_for_again', async () => {
  get.mockRejectedValue(offline);
  refresh.mockResolvedValue({});
  await expect(games.cardOf(GAME)).rejects.toBe(offline);
  await expect(games.gameCards()).rejects.toBe(offline);
  get.mockResolvedValueOnce({ name: 'toy' });
  expect(await games.cardOf(GAME)).toEqual({ name: 'toy' });
});

test('a_refusal_of_the_server_is_its_answer', async () => {
  const refusal = Object.assign(new Error('no'), { code: 'not_found' });
  get.mockRejectedValueOnce(refusal);
  refresh.mockResolvedValue({ toy: { card: {} } });
  await expect(games.cardOf(GAME)).rejects.toBe(refusal);
  expect(refresh).not.toHaveBeenCalled();
});
