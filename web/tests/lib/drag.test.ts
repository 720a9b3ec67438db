import { beforeEach, describe, expect, test, vi } from 'vitest';

import { Drag } from '../../src/lib/drag.svelte';
import type { Point } from '../../src/lib/pointer';

let window: EventTarget;
let frames: (() => void)[];
let told: (string | Point)[];
let captured: number[];
let drag: Drag;

beforeEach(() => {
  [frames, told, captured] = [[], [], []];
  window = new EventTarget();
  drag = new Drag();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
});

const button = { isConnected: true, setPointerCapture: (id: number) => captured.push(id) };

function happen(type: string, x = 0, y = 0, more: object = {}): Event {
  const event = new Event(type, { cancelable: true });
  const plain = { pointerId: 1, clientX: x, clientY: y, button: 0, isPrimary: true, detail: 1 };
  Object.assign(event, plain, more);
  window.dispatchEvent(event);
  return event;
}

/** A press on our button, as its `onpointerdown` hears of it. */
function press(more: object = {}, ways: object = {}): void {
  const event = happen('pointerdown', 100, 100, more);
  Object.defineProperty(event, 'currentTarget', { value: button });
  drag.press(event as PointerEvent, {
    lift: () => told.push('lift'),
    over: (at) => told.push(at),
    drop: () => told.push('drop'),
    cancel: () => told.push('cancel'),
    tap: () => told.push('tap'),
    ...ways,
  });
}

const paint = () => frames.splice(0).forEach((work) => work());
const isClickHeard = (detail = 1) => !happen('click', 0, 0, { detail }).defaultPrevented;

describe('a press', () => {
  test('with small movements is a tap whose click is kept', () => {
    press();
    happen('pointermove', 103, 105);
    happen('pointerup', 103, 105);
    expect(told).toEqual(['tap']);
    expect(drag.isActive).toBe(false);
    expect(captured).toEqual([]);
    expect(isClickHeard()).toBe(true);
  });

  test('without a drag needs no handlers', () => {
    press({}, { tap: undefined });
    happen('pointerup', 100, 100);
    expect(told).toEqual([]);
  });

  test.each([{ button: 2 }, { isPrimary: false }])('with %o is none', (more) => {
    press(more);
    happen('pointermove', 200, 100);
    happen('pointerup', 200, 100);
    expect(told).toEqual([]);
  });
});

describe('a drag', () => {
  test('starts six pixels from the press', () => {
    press();
    happen('pointermove', 105.9, 100);
    expect(drag.isActive).toBe(false);
    happen('pointermove', 106, 100);
    expect(drag.isActive).toBe(true);
    expect(captured).toEqual([1]);
    expect(told).toEqual(['lift']);
  });

  test('is reported once a frame, and with the last point before the drop', () => {
    press();
    happen('pointermove', 110, 100);
    happen('pointermove', 120, 100);
    paint();
    happen('pointermove', 130, 100);
    happen('pointerup', 140, 100);
    paint();
    expect(told).toEqual(['lift', { x: 120, y: 100 }, { x: 140, y: 100 }, 'drop']);
    expect(drag.isActive).toBe(false);
  });

  test('starts even if the pointer is far away at once', () => {
    press();
    happen('pointermove', 900, 100);
    happen('pointerup', 900, 100);
    expect(told).toEqual(['lift', { x: 900, y: 100 }, 'drop']);
  });

  test('ends with its pointer and ignores others', () => {
    press();
    happen('pointermove', 120, 100);
    happen('pointermove', 300, 300, { pointerId: 2 });
    happen('pointerup', 300, 300, { pointerId: 2 });
    expect(drag.isActive).toBe(true);
    happen('pointerup', 120, 100);
    happen('pointermove', 500, 500);
    happen('pointerup', 500, 500);
    expect(told).toEqual(['lift', { x: 120, y: 100 }, 'drop']);
  });

  test('ignores a second pointer, which taps', () => {
    press();
    happen('pointermove', 120, 100);
    press({ pointerId: 2 }, { lift: () => told.push('second') });
    happen('pointermove', 300, 300, { pointerId: 2 });
    happen('pointercancel', 300, 300, { pointerId: 2 });
    happen('pointerup', 120, 100);
    expect(told).toEqual(['lift', { x: 120, y: 100 }, 'drop']);
  });

  test.each([
    ['pointercancel', {}],
    ['keydown', { key: 'Escape' }],
  ])('comes to nothing by %s', (type, more) => {
    press();
    happen('pointermove', 120, 100);
    happen(type, 0, 0, more);
    paint();
    happen('pointerup', 120, 100);
    expect(told).toEqual(['lift', 'cancel']);
    expect(drag.isActive).toBe(false);
  });

  test('is not cancelled by other keys', () => {
    press();
    happen('pointermove', 120, 100);
    happen('keydown', 0, 0, { key: 'r' });
    expect(drag.isActive).toBe(true);
  });

  test('is measured again after the dragged element has changed', () => {
    drag.again();
    press();
    happen('pointermove', 120, 100);
    paint();
    drag.again();
    paint();
    const at = { x: 120, y: 100 };
    expect(told).toEqual(['lift', at, at]);
  });

  test('of a removed element captures no pointer', () => {
    button.isConnected = false;
    press();
    happen('pointermove', 120, 100);
    button.isConnected = true;
    expect(captured).toEqual([]);
    expect(told).toEqual(['lift']);
  });
});

test('dragged elements follow by a transform until they are dropped', () => {
  const style: Record<string, string> = {};
  const element = {
    style: { setProperty: (name: string, value: string) => (style[name] = value) },
  };
  press();
  happen('pointermove', 120, 90);
  const stop = drag.carry(element as unknown as HTMLElement);
  expect(style.transform).toBe('translate3d(120px, 90px, 0)');
  happen('pointermove', 140, 80);
  paint();
  expect(style.transform).toBe('translate3d(140px, 80px, 0)');
  stop();
  happen('pointerup', 500, 500);
  expect(style.transform).toBe('translate3d(140px, 80px, 0)');
});

describe('the click that ends a drag', () => {
  beforeEach(() => {
    press();
    happen('pointermove', 120, 100);
    happen('pointerup', 120, 100);
  });

  test('is ignored, and the next one is not', () => {
    expect(isClickHeard()).toBe(false);
    expect(isClickHeard()).toBe(true);
  });

  test('may be missing: a new press counts', () => {
    happen('pointerdown');
    expect(isClickHeard()).toBe(true);
  });

  test('is not the click of Enter', () => {
    expect(isClickHeard(0)).toBe(true);
    expect(isClickHeard()).toBe(false);
  });
});

test('what appears when it is lifted is under the pointer at once', () => {
  const placed: string[] = [];
  const element = { style: { setProperty: (_: string, value: string) => placed.push(value) } };
  press({}, { lift: () => drag.carry(element as unknown as HTMLElement) });
  happen('pointermove', 120, 130);
  expect(placed).toEqual(['translate3d(120px, 130px, 0)']);
});
