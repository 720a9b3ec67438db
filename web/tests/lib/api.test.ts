/** Requests to the server, and what becomes of answers that are none. */
import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError, get, getText, isUnreachable, patch, post, put, remove } from '../../src/lib/api';

const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal('fetch', fetch);
});

const answer = (body: unknown, status = 200) =>
  fetch.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));

test.each([
  ['GET', () => get('/x'), undefined],
  ['POST', () => post('/x'), '{}'],
  ['POST', () => post('/x', { a: 1 }), '{"a":1}'],
  ['PUT', () => put('/x', [1]), '[1]'],
  ['PATCH', () => patch('/x', null), 'null'],
  ['DELETE', () => remove('/x'), undefined],
])('%s_sends_its_body_as_json', async (method, ask, body) => {
  answer({ ok: true });
  expect(await ask()).toEqual({ ok: true });
  const [path, init] = fetch.mock.calls[0]!;
  expect([path, init.method, init.body, init.credentials]).toEqual([
    '/api/v1/x',
    method,
    body,
    'same-origin',
  ]);
  expect(init.headers).toEqual(
    body === undefined ? undefined : { 'Content-Type': 'application/json' },
  );
});

test('an_answer_without_content_is_undefined', async () => {
  fetch.mockResolvedValueOnce(new Response(null, { status: 204 }));
  expect(await remove('/x')).toBe(undefined);
});

test('getText_returns_the_text', async () => {
  fetch.mockResolvedValueOnce(new Response('# a record\n'));
  expect(await getText('/x')).toBe('# a record\n');
});

test('a_refusal_has_the_status_and_the_words_of_the_server', async () => {
  answer({ code: 'stale', message: 'too late', params: { seconds: 5 } }, 409);
  const error = await get('/x').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    ...{ status: 409, code: 'stale', message: 'too late' },
    params: { seconds: 5 },
  });
  expect(isUnreachable(error)).toBe(false);
});

test.each(['<html>502</html>', '{"code": 5}', 'null', '[]'])(
  'an_error_%s_of_a_proxy_is_internal',
  async (text) => {
    fetch.mockResolvedValueOnce(new Response(text, { status: 502 }));
    await expect(get('/x')).rejects.toMatchObject({ status: 502, code: 'internal', params: {} });
  },
);

test('a_server_that_does_not_answer_is_offline', async () => {
  fetch.mockRejectedValueOnce(new TypeError('network'));
  const error = await get('/x').catch((caught: unknown) => caught);
  expect(error).toMatchObject({ status: 0, code: 'offline', message: 'offline' });
  expect([isUnreachable(error), isUnreachable(new Error('offline'))]).toEqual([true, false]);
});

test('an_aborted_request_is_no_error_of_the_server', async () => {
  const stop = new AbortController();
  fetch.mockRejectedValueOnce(new DOMException('aborted', 'AbortError'));
  await expect(get('/x', stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(fetch.mock.calls[0]![1].signal).toBe(stop.signal);
});
