import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MAX_SAMPLES, ServerClock } from '../../src/lib/server-clock';

const START = 1_000_000;

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

test('before the first sample the clock is the browser’s own', () => {
  const clock = new ServerClock();
  expect(clock.now()).toBe(START);
  vi.setSystemTime(START + 5);
  expect(clock.now()).toBe(START + 5);
});

test('the sample with the least delay decides, whichever comes first', () => {
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

test('a browser whose clock is ahead or behind is corrected', () => {
  for (const offset of [-3_600_000, 3_600_000]) {
    const clock = new ServerClock();
    clock.add(START + offset);
    vi.setSystemTime(START + 250);
    expect(clock.now()).toBe(START + 250 + offset);
    vi.setSystemTime(START);
  }
});

test('a change of the browser’s clock is forgotten after as many samples as are kept', () => {
  const clock = new ServerClock();
  clock.add(START);
  const jump = 60_000;
  for (let sample = 1; sample <= MAX_SAMPLES; sample++) {
    vi.setSystemTime(START + jump + 2000 * sample);
    clock.add(START + 2000 * sample);
  }
  expect(clock.now()).toBe(START + 2000 * MAX_SAMPLES);
});

test('after a reset earlier samples count no longer', () => {
  const clock = new ServerClock();
  clock.add(START + 9_000);
  clock.reset();
  expect(clock.now()).toBe(START);
  clock.add(START + 1_000);
  expect(clock.now()).toBe(START + 1_000);
});
