import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { identity } from '../src/lib/identity.svelte';
import { Study } from '../src/parts/replay/study.svelte';

const LINES = ['{"ply":0,"chances":[0.5,0.5]}\n', '{"ply":1,"chances":[0.7,0.3]}\n'];

/** What the page asked for, and a stream of chances that the test feeds. */
let asked: { path: string; signal: AbortSignal | undefined }[];
let feed: ReadableStreamDefaultController<Uint8Array>;
let thought: Promise<Response>;

function answer(url: string, how: RequestInit): Promise<Response> {
  const signal = how.signal ?? undefined;
  asked.push({ path: url.replace('/api/v1', ''), signal });
  if (url.endsWith('/analysis')) return thought;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) });
  signal?.addEventListener('abort', () => feed.error(signal.reason));
  return Promise.resolve(new Response(body));
}

const send = (line: string) => feed.enqueue(new TextEncoder().encode(line));
const paths = () => asked.map(({ path }) => path);
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const newStudy = () =>
  new Study({
    source: { table: 'k7f2' },
    invite: null,
    game: 'toy',
    players: 2,
    pathTo: (rest) => `/tables/k7f2${rest}`,
  });

beforeEach(() => {
  asked = [];
  thought = Promise.resolve(Response.json({ mover: 0, iterations: 9, moves: [] }));
  identity.person = { id: 'me', name: 'Me', kind: 'guest' };
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  identity.person = null;
  vi.unstubAllGlobals();
});

it('draws the graph while it arrives, and asks for it once', async () => {
  const study = newStudy();
  study.foretell();
  study.foretell();
  await settle();
  send(LINES[0]!);
  await vi.waitFor(() => expect(study.forecasts).toHaveLength(1));
  expect(study.isForetelling).toBe(true);
  send(LINES[1]!);
  feed.close();
  await vi.waitFor(() => expect(study.isForetelling).toBe(false));
  study.foretell();
  expect(study.forecasts.map(({ ply }) => ply)).toEqual([0, 1]);
  expect(paths()).toEqual(['/tables/k7f2/chances']);
});

it('throws half a graph away, says why, and may be asked again', async () => {
  const study = newStudy();
  study.foretell();
  await settle();
  send(LINES[0]!);
  await vi.waitFor(() => expect(study.forecasts).toHaveLength(1));
  feed.error(new TypeError('lost'));
  await vi.waitFor(() => expect(study.problem).toBeInstanceOf(TypeError));
  expect(study.forecasts).toEqual([]);
  study.foretell();
  expect([study.problem, study.isForetelling]).toEqual([null, true]);
});

it('thinks about a ply only when the graph is drawn: one analysis at a time', async () => {
  const study = newStudy();
  study.foretell();
  await settle();
  const thinking = study.think(3);
  await settle();
  expect(paths()).toEqual(['/tables/k7f2/chances']);
  expect(study.thinking).toBe(3);
  feed.close();
  await thinking;
  expect(paths()).toEqual(['/tables/k7f2/chances', '/analysis']);
  expect(study.thoughts[3]?.iterations).toBe(9);
  expect(study.thinking).toBeNull();
});

it('gives up thinking when the reader moves on', async () => {
  thought = new Promise(() => undefined);
  const study = newStudy();
  void study.think(3);
  await settle();
  study.moveOn(3);
  expect(study.thinking).toBe(3);
  study.moveOn(4);
  expect([study.thinking, asked[0]?.signal?.aborted]).toEqual([null, true]);
});

it('hangs up when the page is left, without a word', async () => {
  const study = newStudy();
  study.foretell();
  await settle();
  study.leave();
  await settle();
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(study.problem).toBeNull();
});

it('says why there is no answer', async () => {
  const refusal = { code: 'too_many_requests', message: 'analyses' };
  thought = Promise.resolve(Response.json(refusal, { status: 429 }));
  const study = newStudy();
  await study.think(1);
  expect(study.problem).toMatchObject({ code: 'too_many_requests' });
  expect(study.thinking).toBeNull();
});
