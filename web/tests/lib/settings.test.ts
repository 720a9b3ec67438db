import { beforeEach, expect, test, vi } from 'vitest';

let kept: Record<string, string> = {};

/** The settings of a browser that comes again, where the system asks for little motion or not. */
async function come(isCalm: boolean) {
  vi.resetModules();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isCalm && query.includes('reduced-motion'),
    addEventListener: () => undefined,
  }));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  });
  return (await import('../../src/lib/settings.svelte')).settings;
}

beforeEach(() => (kept = {}));

test('animations are on unless the system prefers reduced motion', async () => {
  expect((await come(false)).motion).toBe(true);
  expect((await come(true)).motion).toBe(false);
});

test('a chosen setting overrides the system, also on the next visit', async () => {
  (await come(true)).set('motion', true);
  expect((await come(true)).motion).toBe(true);
  (await come(false)).set('motion', false);
  expect((await come(false)).motion).toBe(false);
});

test('unreadable settings count as defaults', async () => {
  (await come(false)).set('sound', true);
  for (const key of Object.keys(kept)) kept[key] = '{"sound":';
  expect((await come(false)).sound).toBe(false);
});
