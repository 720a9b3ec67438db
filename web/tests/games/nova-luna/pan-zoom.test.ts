import { beforeEach, describe, expect, test, vi } from 'vitest';

import { PanZoom } from '../../../src/games/nova-luna/pan-zoom.svelte';
import { MoveAnimation, takeOf } from '../../../src/games/nova-luna/move-animation.svelte';
import type { NovaLunaEffect, Take } from '../../../src/games/nova-luna/types';
import type { Played } from '../../../src/games/board';
import { settings } from '../../../src/lib/settings.svelte';

let window: EventTarget;
let pan: PanZoom;
let captured: number[];

const frame = {
  isConnected: true,
  setPointerCapture: (id: number) => captured.push(id),
  getBoundingClientRect: () => ({ left: 100, top: 50 }),
};
const size = { width: 400, height: 200 };
const bounds = { left: 0, right: 5, top: 0, bottom: 2.5 };

beforeEach(() => {
  window = new EventTarget();
  captured = [];
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  pan = new PanZoom();
  pan.centre(bounds, size, false);
});

function happen(type: string, x = 0, y = 0, more: object = {}): Event {
  const event = new Event(type, { cancelable: true });
  const plain = { pointerId: 1, clientX: x, clientY: y, button: 0, detail: 1, deltaMode: 0 };
  Object.assign(event, plain, more);
  Object.defineProperty(event, 'currentTarget', { value: frame });
  return event;
}
const press = (x: number, y: number, more: object = {}) =>
  pan.press(happen('pointerdown', x, y, more) as PointerEvent, bounds, size);
const move = (x: number, y: number, more: object = {}) =>
  window.dispatchEvent(happen('pointermove', x, y, more));
const up = (more: object = {}) => window.dispatchEvent(happen('pointerup', 0, 0, more));
const isClickHeard = () => window.dispatchEvent(happen('click'));

describe('an area', () => {
  test('shows the whole area, centred', () => {
    expect(pan.view).toEqual({ cell: 80, x: 0, y: 0 });
    expect(pan.isFree).toBe(false);
  });

  test('pans with a drag beyond the tolerance, and ignores the click after it', () => {
    press(200, 100);
    move(203, 103);
    expect(pan.isPanning).toBe(false);
    move(230, 90);
    expect(pan.view).toEqual({ cell: 80, x: 30, y: -10 });
    expect([pan.isPanning, pan.isFree, pan.isEased]).toEqual([true, true, false]);
    expect(captured).toEqual([1]);
    move(240, 90);
    expect(pan.view.x).toBe(40);
    up();
    expect(pan.isPanning).toBe(false);
    expect(isClickHeard()).toBe(false);
    move(400, 400);
    expect(pan.view.x).toBe(40);
  });

  test('treats a small movement as a press', () => {
    press(200, 100);
    move(203, 100);
    up();
    expect(isClickHeard()).toBe(true);
    expect(pan.isFree).toBe(false);
  });

  test('ignores other mouse buttons', () => {
    press(200, 100, { button: 2 });
    move(300, 100);
    expect(pan.view.x).toBe(0);
  });

  test('zooms between two fingers about their centre', () => {
    press(200, 150);
    press(300, 150, { pointerId: 2 });
    move(350, 150, { pointerId: 2 });
    expect(pan.view.cell).toBe(120);
    // The middle was at 250 of the window, 150 of the frame; it is 25 further now.
    expect(pan.view.x).toBeCloseTo(150 - 150 * 1.5 + 25);
    up({ pointerId: 2 });
    expect(pan.isPanning).toBe(true);
    up();
    expect(pan.isPanning).toBe(false);
  });

  test('follows two fingers from the first pixel', () => {
    press(200, 150);
    press(300, 150, { pointerId: 2 });
    move(302, 150, { pointerId: 2 });
    expect(pan.view.cell).toBeCloseTo(81.6);
  });

  test('zooms by the mouse wheel within bounds', () => {
    pan.wheel(happen('wheel', 300, 150, { deltaY: -200 }) as WheelEvent);
    expect(pan.view.cell).toBeCloseTo(80 * Math.exp(0.3));
    expect((200 - pan.view.x) / pan.view.cell).toBeCloseTo(2.5);
    for (let n = 0; n < 9; n++) pan.wheel(happen('wheel', 0, 0, { deltaY: -900 }) as WheelEvent);
    expect(pan.view.cell).toBe(180);
    for (let n = 0; n < 9; n++) pan.wheel(happen('wheel', 0, 0, { deltaY: 900 }) as WheelEvent);
    expect(pan.view.cell).toBe(20);
  });

  test('zooms by a button about the centre, animated', () => {
    pan.zoom(1, size);
    expect(pan.view.cell).toBe(100);
    expect((200 - pan.view.x) / 100).toBeCloseTo(2.5);
    expect(pan.isEased).toBe(true);
  });

  test('follows the growing area until the viewer pans', () => {
    const wider = { ...bounds, right: 8 };
    pan.follow(wider, { width: 0, height: 0 }, true);
    expect(pan.view.cell).toBe(80);
    pan.follow(wider, size, true);
    expect(pan.view.cell).toBe(50);
    pan.zoom(1, size);
    pan.follow(bounds, size, true);
    expect(pan.view.cell).toBe(62.5);
    pan.centre(bounds, size);
    expect([pan.view.cell, pan.isFree]).toEqual([80, false]);
  });

  test('pans to a place, but not during a press', () => {
    press(200, 100);
    const long = { ...bounds, right: 12 };
    pan.show({ x: 9, y: 0 }, size, long);
    expect(pan.view.x).toBe(0);
    up();
    pan.show({ x: 9, y: 0 }, size, long);
    expect(pan.view.x).toBe(-400);
  });

  test('pans by one cell, as far as there are tiles', () => {
    const long = { ...bounds, right: 7 };
    pan.step({ x: -1, y: 0 }, long, size);
    expect(pan.view.x).toBe(-80);
    pan.step({ x: -1, y: 0 }, long, size);
    pan.step({ x: -1, y: 0 }, long, size);
    expect(pan.view.x).toBe(-160);
  });

  test('aligns its frame with cells', () => {
    const long = { ...bounds, right: 9 };
    pan.centre(long, size, false);
    expect(pan.view.cell).toBeCloseTo(400 / 9);
    const longer = { ...bounds, right: 12 };
    pan.centre(longer, size, false);
    expect(pan.view.cell).toBeCloseTo(400 / 9);
    pan.press(happen('pointerdown', 200, 100) as PointerEvent, longer, size);
    move(230, 100);
    up();
    expect((pan.view.x / pan.view.cell) % 1).toBeCloseTo(0);
  });
});

describe('the last move', () => {
  const covers = [
    { tile: 4, task: 1 },
    { tile: 9, task: 0 },
  ];
  const take = { kind: 'take', seat: 1, slot: 3, tile: 9, covers } as unknown as Take;
  const played = { ply: 7, seat: 1, move: '3@0,0', effect: take } as Played<NovaLunaEffect>;
  const board = { querySelector: () => null } as unknown as HTMLElement;

  beforeEach(() => void vi.useFakeTimers());

  test('is a take or another action', () => {
    expect(takeOf(played)).toBe(take);
    expect(takeOf(null)).toBeNull();
    const refill = { kind: 'refill' } as NovaLunaEffect;
    expect(takeOf({ ...played, effect: refill })).toBeNull();
  });

  test('is shown only if it was just played', () => {
    const showing = new MoveAnimation();
    expect(showing.arrive(7, null)).toBeNull();
    expect(showing.arrive(8, played)).toBe(take);
    expect(showing.arrive(8, played)).toBeNull();
  });

  test('animates its discs one after the other, once', () => {
    const showing = new MoveAnimation();
    expect(showing.falling(4, 1)).toBe(-1);
    showing.play(take, board);
    expect([showing.falling(4, 1), showing.falling(9, 0), showing.falling(9, 1)]).toEqual([
      0, 1, -1,
    ]);
    vi.advanceTimersByTime(2000);
    expect(showing.falling(4, 1)).toBe(-1);
  });

  test('animates the tile from its slot to the area', () => {
    settings.set('motion', true);
    const asked: string[] = [];
    const flights: unknown[] = [];
    const element = {
      getBoundingClientRect: () => ({ x: 0, y: 0, width: 50, height: 50 }),
      querySelector: () => element,
      cloneNode: () => ({ ...element, style: {} }),
      setAttribute: () => undefined,
      remove: () => undefined,
      animate: (_: unknown, timing: object) => (
        flights.push(timing),
        { cancel: () => flights.pop() }
      ),
    };
    vi.stubGlobal('document', { body: { append: () => undefined } });
    vi.stubGlobal(
      'SVGGraphicsElement',
      class Nothing {
        readonly none = null;
      },
    );
    const around = { querySelector: (selector: string) => (asked.push(selector), element) };
    const stop = new MoveAnimation().play(take, around as unknown as HTMLElement);
    expect(asked).toEqual(['[data-slot="3"]', '[data-area="1"] [data-tile="9"]']);
    expect(flights[0]).toMatchObject({ duration: 280 });
    stop();
    expect(flights).toEqual([]);
    settings.set('motion', null);
  });
});
