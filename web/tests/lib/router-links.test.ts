import { beforeEach, describe, expect, test, vi } from 'vitest';

const HERE = { pathname: '/', search: '', hash: '', origin: 'http://here' };
let press: (event: object) => void = () => undefined;
let went: string[] = [];

beforeEach(async () => {
  went = [];
  vi.stubGlobal('location', { ...HERE });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('history', { pushState: (_: object, __: string, path: string) => went.push(path) });
  await begin({});
});

/** A page begins; what its first element says of the server may differ. */
async function begin(dataset: Record<string, string>): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('document', {
    documentElement: { dataset },
    addEventListener: (_: string, heard: typeof press) => (press = heard),
  });
  const { followLinks } = await import('../../src/lib/router.svelte');
  followLinks();
}

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

test('a link of the page changes the route', () => {
  expect(follows({ pathname: '/learn', search: '?a=1', hash: '#b' })).toBe(true);
  expect(went).toEqual(['/learn?a=1#b']);
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('with %s it is the browser’s', (key) => {
  expect(follows({}, { [key]: true })).toBe(false);
});

test('so does a handled event, another button, another site, a file or an anchor', () => {
  expect(follows(null)).toBe(false);
  expect(follows({}, { defaultPrevented: true })).toBe(false);
  expect(follows({}, { button: 1 })).toBe(false);
  expect(follows({ origin: 'http://elsewhere' })).toBe(false);
  expect(follows({ pathname: '/api/v1/data' })).toBe(false);
  expect(follows({ target: '_blank' })).toBe(false);
  expect(follows({}, {}, true)).toBe(false);
  expect(follows({ pathname: '/', hash: '#top' })).toBe(false);
});

describe('a static site', () => {
  // Below any folder; in tests `base` is the root, so the folder is, too.
  const HOME = { pathname: '/', search: '?/learn/a?step=2' };

  test('has the path in its query, with query and anchor', async () => {
    vi.stubGlobal('location', { ...HERE, ...HOME });
    await begin({ server: 'none' });
    const { router } = await import('../../src/lib/router.svelte');
    expect(router.route).toMatchObject({ page: 'lesson', params: { game: 'a' } });
    expect(router.route.query.get('step')).toBe('2');
    expect(follows({ pathname: '/', search: '?/rules/a', hash: '#A-8' })).toBe(true);
    expect(follows({ pathname: '/index.html' })).toBe(true);
    expect(went).toEqual(['/?/rules/a#A-8', '/']);
  });

  test('leaves files beside it to the browser', async () => {
    await begin({ server: 'none' });
    expect(follows({ pathname: '/elsewhere/' })).toBe(false);
    expect(follows({ pathname: '/', search: '', hash: '#main' })).toBe(false);
  });
});

test('every link in the page goes through `at`', () => {
  const sources = import.meta.glob<string>('../../src/**/*.svelte', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const bare = Object.entries(sources).filter(([, text]) =>
    /href=(["{]?[`"']?)\/(?!api\/)/.test(text),
  );
  expect(bare.map(([path]) => path)).toEqual([]);
});
