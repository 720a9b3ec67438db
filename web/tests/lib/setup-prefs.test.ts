import { beforeEach, expect, test, vi } from 'vitest';

import { savePrefs, loadPrefs } from '../../src/lib/setup-prefs';

let kept: Record<string, string> = {};

beforeEach(() => {
  kept = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  });
});

test('setup is stored per game and way of playing', () => {
  savePrefs('bots', { ...loadPrefs('one', 'bots'), level: 7 });
  savePrefs('bots', { ...loadPrefs('two', 'bots'), level: 3 });
  expect(['one', 'two', 'three'].map((game) => loadPrefs(game, 'bots').level)).toEqual([7, 3, 2]);
  expect(loadPrefs('one', 'friends').level).toBe(2);
});

test.each(['null', '7', '{'])('what cannot have been kept here counts for nothing: %s', (text) => {
  kept['tilewright.plans'] = text;
  expect(loadPrefs('one', 'bots')).toMatchObject({ game: 'one', players: 2, names: [] });
});

test('setup without storage uses defaults', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  savePrefs('bots', { ...loadPrefs('one', 'bots'), level: 7 });
  expect(loadPrefs('one', 'bots').level).toBe(2);
});
