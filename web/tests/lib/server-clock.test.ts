import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MAX_SAMPLES, ServerClock } from '../../src/lib/server-clock';

const START = 1_000_000;

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

test('without samples uses the browser’s clock', () => {
  const clock = new ServerClock();
  expect(clock.now()).toBe(START);
  vi.setSystemTime(START + 5);
  expect(clock.now()).toBe(START + 5);
});

test('uses the sample with the least delay, in any order', () => {
  const ahead = 5_000;
  for (const delays of [
    [0, 15_000, 300],
    [15_000, 300, 0],
  ]) {
    const clock = new ServerClock();
    for (const delay of delays) {
      vi.advanceTimersByTime(20_000);
      clock.add(Date.now() + ahead - delay);
    }
    expect(clock.now()).toBe(Date.now() + ahead);
  }
});

test('corrects a browser clock that is ahead or behind', () => {
  for (const offset of [-3_600_000, 3_600_000]) {
    const clock = new ServerClock();
    clock.add(START + offset);
    vi.setSystemTime(START + 250);
    expect(clock.now()).toBe(START + 250 + offset);
    vi.setSystemTime(START);
  }
});

test('forgets old samples after the browser’s clock has changed', () => {
  const clock = new ServerClock();
  clock.add(START);
  const jump = 60_000;
  for (let sample = 1; sample <= MAX_SAMPLES; sample++) {
    vi.setSystemTime(START + jump + 2000 * sample);
    clock.add(START + 2000 * sample);
  }
  expect(clock.now()).toBe(START + 2000 * MAX_SAMPLES);
});

test('reset discards earlier samples', () => {
  const clock = new ServerClock();
  clock.add(START + 9_000);
  clock.reset();
  expect(clock.now()).toBe(START);
  clock.add(START + 1_000);
  expect(clock.now()).toBe(START + 1_000);
});
