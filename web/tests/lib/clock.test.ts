import { beforeAll, expect, test } from 'vitest';

import { CLOCKS, clockName, formatClock } from '../../src/lib/clock';
import { say, speak } from '../support/languages';

beforeAll(() => speak());

test('each selectable clock has its name', () => {
  for (const [name, rule] of Object.entries(CLOCKS))
    expect(clockName(rule)).toBe(say('en', `clock-${name}`));
});

test('no clock is named none, whatever figures the server sends', () => {
  expect(clockName({ kind: 'none', time: 600_000, increment: 0 })).toBe(say('en', 'clock-none'));
});

test('another clock is described by its figures', () => {
  expect(clockName({ kind: 'game', time: 600_000 })).toBe('10:00');
  expect(clockName({ kind: 'game', time: 300_000, increment: 5_000 })).toBe('5:00 + 0:05');
  expect(clockName({ kind: 'move', time: 600_000, increment: 5_000 })).toBe('10:00 + 0:05');
});

test('time is shown in whole seconds, hours and days', () => {
  expect(formatClock(-5)).toBe('0:00');
  expect(formatClock(59_001)).toBe('1:00');
  expect(formatClock(3_661_000)).toBe('1:01:01');
  expect(formatClock(90_000_000)).toBe('1d 01h');
  expect(formatClock(86_400_000)).toBe('1d 00h');
  expect(formatClock(86_399_000)).toBe('23:59:59');
  expect(formatClock(3_600_000)).toBe('1:00:00');
  expect(formatClock(3_599_000)).toBe('59:59');
});
