import { beforeEach, expect, test, vi } from 'vitest';

import { remember, remembered } from '../../src/lib/setup-prefs';

let kept: Record<string, string> = {};

beforeEach(() => {
  kept = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  });
});

test('a game is set up as it was last time in that way, and in no other', () => {
  remember('bots', { ...remembered('one', 'bots'), level: 7 });
  remember('bots', { ...remembered('two', 'bots'), level: 3 });
  expect(['one', 'two', 'three'].map((game) => remembered(game, 'bots').level)).toEqual([7, 3, 2]);
  expect(remembered('one', 'friends').level).toBe(2);
});

test.each(['null', '7', '{'])('what cannot have been kept here counts for nothing: %s', (text) => {
  kept['tilewright.plans'] = text;
  expect(remembered('one', 'bots')).toMatchObject({ game: 'one', players: 2, names: [] });
});

test('where nothing can be kept there is no memory, and no trouble', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  remember('bots', { ...remembered('one', 'bots'), level: 7 });
  expect(remembered('one', 'bots').level).toBe(2);
});
