import { beforeEach, expect, test, vi } from 'vitest';

const HERE = { pathname: '/', search: '', origin: 'http://here' };
let press: (event: object) => void = () => undefined;
let went: string[] = [];

beforeEach(async () => {
  went = [];
  vi.resetModules();
  vi.stubGlobal('location', { ...HERE });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('history', { pushState: (_: object, __: string, path: string) => went.push(path) });
  vi.stubGlobal('document', {
    addEventListener: (_: string, heard: typeof press) => (press = heard),
  });
  const { followLinks } = await import('../src/lib/router.svelte');
  followLinks();
});

interface Link {
  origin?: string;
  pathname?: string;
  search?: string;
  hash?: string;
  target?: string;
}

/** Press a link; whether the page follows it itself. */
function follows(link: Link | null, keys: object = {}, download = false): boolean {
  const anchor = link && {
    ...{ origin: 'http://here', pathname: '/about', search: '', hash: '', target: '' },
    ...{ ...link, hasAttribute: () => download },
  };
  let isOurs = false;
  const target = { closest: () => anchor };
  press({ button: 0, target, preventDefault: () => (isOurs = true), ...keys });
  expect(went.length > 0).toBe(isOurs);
  return isOurs;
}

test('a link of ours changes the page', () => {
  expect(follows({ pathname: '/learn', search: '?a=1', hash: '#b' })).toBe(true);
  expect(went).toEqual(['/learn?a=1#b']);
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('with %s it is the browser’s', (key) => {
  expect(follows({}, { [key]: true })).toBe(false);
});

test('so is what was handled, another button, another site, a file, an anchor here', () => {
  expect(follows(null)).toBe(false);
  expect(follows({}, { defaultPrevented: true })).toBe(false);
  expect(follows({}, { button: 1 })).toBe(false);
  expect(follows({ origin: 'http://elsewhere' })).toBe(false);
  expect(follows({ pathname: '/api/v1/data' })).toBe(false);
  expect(follows({ target: '_blank' })).toBe(false);
  expect(follows({}, {}, true)).toBe(false);
  expect(follows({ pathname: '/', hash: '#top' })).toBe(false);
});
