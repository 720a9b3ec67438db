/** A pointer from its press until it is let go. */
import { beforeEach, expect, test, vi } from 'vitest';

import { exceedsSlop, follow, suppressClick } from '../../src/lib/pointer';

let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

const send = (type: string, more: object = {}): Event => {
  const event = Object.assign(new Event(type, { cancelable: true }), { pointerId: 1, ...more });
  page.dispatchEvent(event);
  return event;
};

test.each([
  [0, 5.9, false],
  [0, 6, true],
  [-6, 0, true],
  [4.2, 4.2, false],
  [4.3, -4.3, true],
])('exceedsSlop_by_%d_and_%d_is_%s', (x, y, exceeds) => {
  expect(exceedsSlop({ x: 10, y: 20 }, { x: 10 + x, y: 20 + y })).toBe(exceeds);
});

test('exceedsSlop_has_the_slack_that_is_asked_for', () => {
  expect(exceedsSlop({ x: 0, y: 0 }, { x: 6, y: 0 }, 10)).toBe(false);
  expect(exceedsSlop({ x: 0, y: 0 }, { x: 10, y: 0 }, 10)).toBe(true);
});

/** Follow the pointer 1; return what is heard. */
function heard(): string[] {
  const calls: string[] = [];
  follow({ pointerId: 1 } as PointerEvent, {
    move: () => calls.push('move'),
    up: () => calls.push('up'),
    cancel: () => calls.push('cancel'),
  });
  return calls;
}

test('follow_hears_one_pointer_until_it_is_let_go', () => {
  const calls = heard();
  send('pointermove');
  send('pointermove', { pointerId: 2 });
  send('pointerup', { pointerId: 2 });
  send('pointermove');
  send('pointerup');
  for (const type of ['pointermove', 'pointerup', 'pointercancel']) send(type);
  expect(calls).toEqual(['move', 'move', 'up']);
});

test.each([
  ['pointercancel', {}],
  ['keydown', { key: 'Escape' }],
])('follow_is_cancelled_once_by_%s', (type, more) => {
  const calls = heard();
  send('keydown', { key: 'Enter' });
  send(type, more);
  send(type, more);
  send('pointerup');
  expect(calls).toEqual(['cancel']);
});

test('suppressClick_swallows_one_click_but_none_of_the_keyboard', () => {
  suppressClick();
  expect(send('click', { detail: 0 }).defaultPrevented).toBe(false);
  expect(send('click', { detail: 1 }).defaultPrevented).toBe(true);
  expect(send('click', { detail: 1 }).defaultPrevented).toBe(false);
});

test('suppressClick_ends_with_the_next_press', () => {
  suppressClick();
  send('pointerdown');
  expect(send('click', { detail: 1 }).defaultPrevented).toBe(false);
});
