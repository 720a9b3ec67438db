/** Frames, timers, panels and the clipboard. */
import { afterEach, expect, test, vi } from 'vitest';

import { after, copy, every, NextFrame, savesData, scrollIntoPanel } from '../../src/lib/dom';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('NextFrame_does_its_work_once_per_frame', () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
  let count = 0;
  const next = new NextFrame(() => count++);
  next.ask();
  next.ask();
  expect([frames.length, count]).toEqual([1, 0]);
  frames.pop()!();
  expect(count).toBe(1);
  next.ask();
  expect(frames).toHaveLength(1);
});

test('after_happens_once_and_every_again_and_again_until_they_are_called_off', () => {
  vi.useFakeTimers();
  const calls: string[] = [];
  after(100, () => calls.push('once'));
  const early = after(100, () => calls.push('never'));
  const stop = every(40, () => calls.push('again'));
  early();
  vi.advanceTimersByTime(99);
  expect(calls).toEqual(['again', 'again']);
  vi.advanceTimersByTime(1);
  stop();
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(['again', 'again', 'once']);
});

/** An element from `top` to `bottom` in a panel from 100 to 200; return how far the panel scrolls. */
function scrolled(top: number, bottom: number): number {
  vi.stubGlobal('getComputedStyle', ({ overflowY }: { overflowY: string }) => ({ overflowY }));
  const panel = {
    ...{ overflowY: 'auto', scrollTop: 50, parentElement: null },
    getBoundingClientRect: () => ({ top: 100, bottom: 200 }),
  };
  const between = { overflowY: 'visible', parentElement: panel };
  const element = { parentElement: between, getBoundingClientRect: () => ({ top, bottom }) };
  scrollIntoPanel(element as unknown as HTMLElement);
  return panel.scrollTop - 50;
}

test.each([
  [100, 200, 0],
  [99, 150, -1],
  [80, 110, -20],
  [150, 201, 1],
  [190, 230, 30],
  [90, 230, -10], // of a large one the beginning
])('scrollIntoPanel_of_%i_to_%i_scrolls_by_%i', (top, bottom, by) => {
  expect(scrolled(top, bottom)).toBe(by);
});

test.each([true, false])('copy_by_hand_where_the_clipboard_is_closed_is_%s', async (isCopied) => {
  const removed = vi.fn();
  const focus = vi.fn();
  const field = { select: () => undefined, remove: removed, value: '', className: '' };
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
  vi.stubGlobal('document', {
    activeElement: { closest: () => null, focus },
    body: { append: () => undefined },
    createElement: () => field,
    execCommand: () => isCopied,
  });
  expect(await copy('a text')).toBe(isCopied);
  expect(field.value).toBe('a text');
  expect([removed.mock.calls.length, focus.mock.calls.length]).toEqual([1, 1]);
});

test.each([
  [{}, false],
  [{ connection: {} }, false],
  [{ connection: { saveData: true } }, true],
])('savesData_of_%j_is_%s', (navigator, expected) => {
  vi.stubGlobal('navigator', navigator);
  expect(savesData()).toBe(expected);
});
