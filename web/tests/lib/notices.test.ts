/** Short messages at the top of the page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const end = vi.hoisted(() => vi.fn());
const said = vi.hoisted(() => [] as string[]);
vi.mock('../../src/lib/identity.svelte', () => ({ identity: { end } }));
vi.mock('../../src/lib/announce.svelte', () => ({ announce: (text: string) => said.push(text) }));
vi.mock('../../src/lib/error-text', () => ({
  codeOf: (error: { code?: string }) => error.code,
  errorText: (error: { code?: string }) => `text of ${error.code}`,
}));

import { notices, withNotice } from '../../src/lib/notices.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  notices.list = [];
  said.length = 0;
  end.mockReset();
});
afterEach(() => vi.useRealTimers());

const texts = () => notices.list.map(({ text }) => text);

test('show_keeps_the_last_three_and_each_text_once', () => {
  for (const text of ['a', 'b', 'c', 'a', 'd']) notices.show(text);
  expect(texts()).toEqual(['c', 'a', 'd']);
  expect(said).toEqual(['a', 'b', 'c', 'a', 'd']);
});

test('show_drops_a_notice_after_eight_seconds', () => {
  notices.show('a');
  vi.advanceTimersByTime(5000);
  notices.show('b');
  vi.advanceTimersByTime(2999);
  expect(texts()).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['b']);
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});

test('show_again_of_a_text_begins_its_time_again', () => {
  notices.show('a');
  vi.advanceTimersByTime(7000);
  notices.show('a');
  vi.advanceTimersByTime(7000);
  expect(texts()).toEqual(['a']);
});

test('withNotice_returns_what_was_made_or_says_why_not', async () => {
  expect(await withNotice(Promise.resolve(5))).toBe(5);
  expect(await withNotice(() => Promise.resolve(6))).toBe(6);
  expect(texts()).toEqual([]);
  const odd = Object.assign(new Error(), { code: 'stale' });
  expect(await withNotice(Promise.reject(odd))).toBe(undefined);
  expect(texts()).toEqual(['text of stale']);
  expect(end).not.toHaveBeenCalled();
});

test('withNotice_of_a_reader_who_is_not_signed_in_ends_the_session', async () => {
  const odd = Object.assign(new Error(), { code: 'not_signed_in' });
  expect(await withNotice(() => Promise.reject(odd))).toBe(undefined);
  expect(end).toHaveBeenCalledOnce();
  expect(texts()).toEqual([]);
});
