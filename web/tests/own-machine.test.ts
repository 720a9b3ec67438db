/** What the reader's own machine works out, and when a server is asked instead. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { merged } from '../src/engine/merging';
import { nextChunk } from '../src/engine/queue';
import { identity } from '../src/lib/identity.svelte';
import type { AnalysisShown } from '../src/lib/wire';
import { Study } from '../src/parts/replay/study.svelte';

const own = vi.hoisted(() => ({ isReady: true, close: vi.fn(), fails: false }));

/** A device that tells two depths and then goes on until it is stopped. */
vi.mock('../src/lib/local', () => ({
  isLocal: () => false,
  isAboutLocal: () => false,
  localWire: () => undefined,
  ME: 'local',
  device: () => Promise.resolve({ Analysts: FakeAnalysts }),
}));
vi.mock('../src/lib/own', () => ({ isReady: () => own.isReady }));

class FakeAnalysts {
  close = own.close;
  foretell = () => Promise.reject(new Error('not asked'));

  deepen(given: { state: string }, signal: AbortSignal, tell: (found: AnalysisShown) => void) {
    if (own.fails) return Promise.reject(new Error('no module'));
    for (const iterations of [10, 20]) tell(found(iterations, given.state));
    return new Promise<void>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  }
}

const found = (iterations: number, move: string, visits = 1, chance = 0.5) =>
  ({ iterations, moves: [{ move, visits, chance }] }) as unknown as AnalysisShown;

let asked: string[];
let states: Response;

beforeEach(() => {
  Object.assign(own, { isReady: true, fails: false });
  asked = [];
  states = Response.json({ game: 'toy', first: 2, states: ['two', 'three'] });
  identity.person = { id: 'me', name: 'Me', kind: 'guest' };
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url.replace('/api/v1', ''));
    return Promise.resolve(url.endsWith('/states') ? states : Response.json(found(7, 'there')));
  });
});
afterEach(() => {
  identity.person = null;
  vi.unstubAllGlobals();
});

const newStudy = () =>
  new Study({
    source: { table: 'k7f2' },
    invite: null,
    game: 'toy',
    players: 2,
    pathTo: (rest) => `/tables/k7f2${rest}`,
  });

it('thinks here, deeper and deeper, until it is stopped', async () => {
  const study = newStudy();
  const thinking = study.think(3);
  await vi.waitFor(() => expect(study.thoughts[3]?.iterations).toBe(20));
  expect(study.thoughts[3]?.moves[0]?.move).toBe('three');
  expect(study.thinking).toBe(3);
  study.stop();
  await thinking;
  expect([study.thinking, study.problem]).toEqual([null, null]);
  expect(study.thoughts[3]?.iterations).toBe(20); // stays
  expect(asked).toEqual(['/tables/k7f2/states']);
  study.leave();
  await vi.waitFor(() => expect(own.close).toHaveBeenCalledOnce());
});

it('asks the server where this machine has no engine, or it fails', async () => {
  own.isReady = false;
  const study = newStudy();
  await study.think(2);
  expect(asked).toEqual(['/analysis']);
  Object.assign(own, { isReady: true, fails: true });
  await study.think(3);
  expect(asked).toEqual(['/analysis', '/tables/k7f2/states', '/analysis']);
  expect(study.thoughts[3]?.iterations).toBe(7);
});

it('does not think where the server refuses to', async () => {
  states = Response.json({ code: 'no_hints', message: 'it counts' }, { status: 409 });
  const study = newStudy();
  await study.think(2);
  expect(study.problem).toMatchObject({ code: 'no_hints' });
  expect(asked).toEqual(['/tables/k7f2/states']);
});

it('takes trees that grew apart as one', () => {
  const both = merged([found(10, 'a', 3, 0.5), found(5, 'b', 4, 0.2), found(5, 'a', 1, 0.9)]);
  expect(both.iterations).toBe(20);
  expect(both.moves.map(({ move, visits }) => [move, visits])).toEqual([
    ['a', 4],
    ['b', 4],
  ]);
  expect(both.moves[0]?.chance).toBeCloseTo(0.6);
});

it('measures every chunk, so that slow iterations make none long', () => {
  expect(nextChunk(64, 250)).toBe(6); // ten times as long as it should
  expect(nextChunk(64, 100_000)).toBe(1);
  expect(nextChunk(8, 0.1)).toBe(16);
});
