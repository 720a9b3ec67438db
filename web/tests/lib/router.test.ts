import { expect, test } from 'vitest';

import { formatClock } from '../../src/lib/clock';
import { preferredLanguage } from '../../src/lib/language.svelte';
import { match } from '../../src/lib/router.svelte';

test.each([
  ['/', 'home', {}],
  ['/t/k7f2', 'table', { table: 'k7f2' }],
  ['/t/k7f2/', 'table', { table: 'k7f2' }],
  ['/t/k7f2/replay?ply=3', 'replay', { table: 'k7f2' }],
  ['/r/abc', 'replay', { record: 'abc' }],
  ['/learn/nova-luna', 'lesson', { game: 'nova-luna' }],
  ['/me', 'me', {}],
  ['/leaders/nova-luna', 'leaders', { game: 'nova-luna' }],
  ['/t/%zz', 'table', { table: '%zz' }],
  ['/daily/2026-11-15', 'daily', { date: '2026-11-15' }],
  ['/e/xK2c', 'evening', { evening: 'xK2c' }],
  ['/room/vQ3k', 'room', { room: 'vQ3k' }],
  ['/t', 'nowhere', {}],
  ['/elsewhere/entirely', 'nowhere', {}],
])('%s is the page %s', (path, page, params) => {
  expect(match(path)).toMatchObject({ page, params });
});

test('a query is part of the route', () => {
  expect(match('/t/x?invite=abc').query.get('invite')).toBe('abc');
});

test.each([
  [0, '0:00'],
  [1, '0:01'],
  [59_400, '1:00'],
  [61_000, '1:01'],
  [3_600_000, '1:00:00'],
  [172_800_000, '2d 00h'],
  [-5, '0:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatClock(ms)).toBe(text);
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'uk-UA'], 'uk'],
  [['fr'], 'en'],
  [[], 'en'],
])('who reads %j gets %s', (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});
