/** How many workers think about a position. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Analysts } from '../src/engine/analysts';
import type { AnalysisShown } from '../src/lib/wire';

const asked = vi.hoisted(() => ({ paths: [] as string[] }));

vi.mock('../src/engine/line.ts', () => ({
  Line: class {
    fetch(path: string): Promise<Response> {
      asked.paths.push(path);
      return Promise.resolve(new Response('{"iterations":5,"moves":[]}\n'));
    }
  },
}));

beforeEach(() => {
  asked.paths = [];
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
});
afterEach(() => vi.unstubAllGlobals());

async function deepen(isForOne: boolean): Promise<number> {
  const found: AnalysisShown[] = [];
  const position = { game: 'toy' as never, state: '', most: 3, isForOne };
  const { signal } = new AbortController();
  await new Analysts().deepen(position, signal, (one) => found.push(one));
  return found.at(-1)!.iterations;
}

it('asks all but one core, whose trees grow apart', async () => {
  expect(await deepen(false)).toBe(15);
  expect(asked.paths).toEqual(Array(3).fill('/local/deepen'));
});

it('asks one about a game for one: a solver finds the same wherever it is asked', async () => {
  expect(await deepen(true)).toBe(5);
  expect(asked.paths).toEqual(['/local/deepen']);
});
