/** The games of this device: files that are fetched once, lists that grow, and what is refused. */
import { afterEach, expect, test, vi } from 'vitest';

import { Engine, Engines } from '../../src/engine/engines';
import { Refusal, toRefusal } from '../../src/engine/errors';
import { Module } from '../../src/engine/wasm-module';
import { TOY } from '../support/toy-game';

afterEach(() => vi.restoreAllMocks());

const FILES: Record<string, unknown> = {};

/** Fetch from `FILES`; return the names that were asked for, and how to fail. */
function fetching(): { engines: Engines; asked: string[]; broken: Set<string> } {
  const [asked, broken] = [[] as string[], new Set<string>()];
  const engines = new Engines((name) => {
    asked.push(name);
    if (broken.has(name)) return Promise.reject(new Error('offline'));
    return Promise.resolve(new TextEncoder().encode(JSON.stringify(FILES[name] ?? {})));
  });
  return { engines, asked, broken };
}

const listing = (games: string[], more = false) => ({
  version: __VERSION__,
  more,
  games: Object.fromEntries(games.map((name) => [name, { module: `${name}.wasm`, weights: null }])),
});

test.each([
  [false, 'no_engine'],
  [true, 'engine_later'],
])('open_of_a_game_that_is_not_listed_with_more_%s_is_%s', async (more, code) => {
  FILES['engines.json'] = listing(['toy'], more);
  await expect(fetching().engines.open('polyssimo')).rejects.toMatchObject({ code });
});

test('open_that_fails_is_tried_again_and_one_that_succeeds_is_not', async () => {
  FILES['engines.json'] = listing(['toy']);
  vi.spyOn(Module, 'load').mockResolvedValue(TOY.module);
  const { engines, asked, broken } = fetching();
  broken.add('toy.wasm');
  const fail = engines.open('toy' as never);
  await expect(fail).rejects.toThrow('offline');
  broken.clear();
  await expect(engines.open('toy' as never)).rejects.toThrow('has no setup'); // it is no real module
  expect(asked.filter((name) => name === 'toy.wasm')).toHaveLength(2);
  await expect(engines.open('toy' as never)).rejects.toThrow('has no setup');
  expect(asked.filter((name) => name === 'toy.wasm')).toHaveLength(2); // the file is kept
});

test('open_in_a_browser_that_cannot_run_modules_says_so', async () => {
  FILES['engines.json'] = listing(['toy']);
  await expect(fetching().engines.open('toy' as never)).rejects.toMatchObject({
    code: 'old_browser',
    message: expect.stringContaining('toy.wasm') as string,
  });
});

test('fetchAll_fetches_every_module_though_one_fails', async () => {
  FILES['engines.json'] = listing(['a', 'b', 'c']);
  const { engines, asked, broken } = fetching();
  broken.add('b.wasm');
  await engines.fetchAll();
  expect(asked).toEqual(['engines.json', 'a.wasm', 'b.wasm', 'c.wasm']);
  broken.clear();
  await engines.fetchAll();
  expect(asked.slice(4)).toEqual(['engines.json', 'b.wasm']); // the list may have grown
});

test('weights_that_cannot_be_fetched_are_asked_for_again', async () => {
  let count = 0;
  const card = { weights: 'toy.weights', puzzles: null } as never;
  const engine = new Engine(TOY, card, () => {
    count++;
    return Promise.reject(new Error('offline'));
  });
  expect(await engine.weights()).toBe(undefined);
  expect(await engine.weights()).toBe(undefined);
  expect(count).toBe(2);
  const none = new Engine(TOY, { weights: null } as never, () => Promise.reject(new Error()));
  expect(await none.weights()).toBe(undefined);
  await expect(engine.puzzles()).rejects.toMatchObject({ code: 'no_server' });
});

// --- Refusals ---

test.each([
  ['not_found', 404],
  ['hidden', 403],
  ['internal', 500],
  ['stale', 409],
] as const)('refusal_%s_has_the_status_%i', (code, status) => {
  const refusal = new Refusal(code, 'why');
  expect(refusal.status).toBe(status);
  expect(refusal.problem).toEqual({ code, message: 'why', rule: null, params: {} });
  expect(toRefusal(refusal)).toBe(refusal);
});

test('toRefusal_of_anything_else_is_internal', () => {
  expect(toRefusal(new Error('odd'))).toMatchObject({ code: 'internal', message: 'Error: odd' });
  expect(toRefusal('odd').status).toBe(500);
});
