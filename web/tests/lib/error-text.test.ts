import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { ApiError } from '../../src/lib/api';
import { AsyncAction } from '../../src/lib/async-action.svelte';
import { identity } from '../../src/lib/identity.svelte';
import { notices, withNotice } from '../../src/lib/notices.svelte';
import { codeOf, errorText, serverMessage } from '../../src/lib/error-text';
import { say, speak } from '../support/languages';

beforeAll(async () => {
  vi.useFakeTimers();
  await speak();
});

afterEach(() => {
  notices.list = [];
  identity.hasEnded = false;
});

const refusal = (code: string, message = 'as the server says') =>
  new ApiError(400, { code: code as ApiError['code'], message });

test('a refusal has our text, or else the server’s message', () => {
  expect(errorText(refusal('not_signed_in'))).toBe(say('en', 'error-not-signed-in'));
  expect(errorText(refusal('never_heard_of'))).toBe('as the server says');
  expect(errorText(new TypeError('a fault'))).toBe(say('en', 'error-page'));
});

test('the server’s message is quoted for input that it could not parse', () => {
  expect(serverMessage(refusal('invalid_text', 'expected a cell'))).toBe('expected a cell');
  expect(serverMessage(refusal('stale', 'gone'))).toBe('');
  expect(serverMessage(new TypeError('a fault'))).toBe('');
  expect([codeOf(refusal('stale')), codeOf(new TypeError())]).toEqual(['stale', 'page']);
});

test('a failure is reported once', async () => {
  expect(await withNotice(Promise.reject(refusal('never_heard_of')))).toBeUndefined();
  await withNotice(() => Promise.reject(refusal('never_heard_of')));
  expect(notices.list.map(({ text }) => text)).toEqual(['as the server says']);
  expect(identity.hasEnded).toBe(false);
  vi.runAllTimers();
  expect(notices.list).toEqual([]);
});

test('an ended session is reported elsewhere', async () => {
  await withNotice(Promise.reject(refusal('not_signed_in')));
  expect([identity.hasEnded, notices.list]).toEqual([true, []]);
});

test('an attempt is busy while it runs, and reports its error', async () => {
  const attempt = new AsyncAction();
  let wasBusy = false;
  const isDone = await attempt.make(() => {
    wasBusy = attempt.isBusy;
    return Promise.reject(refusal('never_heard_of'));
  });
  expect([isDone, wasBusy, attempt.isBusy]).toEqual([false, true, false]);
  expect(attempt.problem).toBe('as the server says');
  expect(await attempt.make(() => Promise.resolve())).toBe(true);
  expect(attempt.problem).toBe('');
});

test('a player without a chosen name is unnamed', () => {
  const named = (name: string) => ((identity.person = { id: 'me', name } as never), identity);
  expect(named(say('en', 'guest-name', { number: 77 })).isUnnamed).toBe(true);
  expect(named('').isUnnamed).toBe(true);
  expect(named('Ann').isUnnamed).toBe(false);
  expect(named('Ann 77').isUnnamed).toBe(false);
});
