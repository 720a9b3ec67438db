/** Paths of pages and their addresses, with a server. */
import { beforeEach, expect, test, vi } from 'vitest';

import { at, inviteOf, linkTo, pathAt, tablePath, withQuery } from '../../src/lib/paths';

beforeEach(() => vi.stubGlobal('location', new URL('https://tiles.test/t/abc?invite=x')));

test.each([
  ['https://tiles.test/', '/'],
  ['https://tiles.test/t/abc?middle#moves', '/t/abc?middle#moves'],
  ['https://tiles.test/api/v1/games', null],
  ['https://tiles.test/apiary', '/apiary'],
  ['https://other.test/', null],
  ['http://tiles.test/', null],
])('pathAt_%s_is_%s', (address, path) => {
  expect(pathAt(new URL(address))).toBe(path);
});

test('linkTo_is_a_whole_address', () => {
  expect([at('/learn'), linkTo('/learn?a=1')]).toEqual(['/learn', 'https://tiles.test/learn?a=1']);
});

test.each([
  [null, false, '/t/abc'],
  [null, true, '/t/abc?middle'],
  ['a b&c', false, '/t/abc?invite=a%20b%26c'],
  ['k', true, '/t/abc?middle&invite=k'],
])('tablePath_for_%s_and_%s_is_%s', (invite, isMiddle, path) => {
  expect(tablePath('abc', invite, isMiddle)).toBe(path);
});

test('withQuery_leaves_out_what_says_nothing', () => {
  expect(withQuery('/x', '', 'a=1', '', 'b')).toBe('/x?a=1&b');
  expect(withQuery('/x', '', '')).toBe('/x');
  expect([inviteOf(null), inviteOf('')]).toEqual(['', 'invite=']);
});
