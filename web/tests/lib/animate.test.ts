import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { EnteredItems, fly, glide, visibleBox } from '../../src/lib/animate';
import { settings } from '../../src/lib/settings.svelte';

const box = (x: number, y: number, width: number, height = width) => ({ x, y, width, height });

interface Started {
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
  onfinish?: () => void;
  oncancel?: () => void;
}

/** Enough of an element: it is somewhere, it may have a drawing in it, and it can be animated. */
class Thing {
  started: Started[] = [];
  style: Record<string, string> = {};
  attributes: Record<string, string> = {};
  isGone = false;
  constructor(
    readonly at = box(0, 0, 10),
    readonly drawing: Thing | null = null,
  ) {}
  querySelector = () => this.drawing;
  getBoundingClientRect = () => this.at;
  cloneNode = () => new Thing(this.at);
  setAttribute = (name: string, value: string) => (this.attributes[name] = value);
  remove = () => (this.isGone = true);
  animate = (frames: Keyframe[], timing: KeyframeAnimationOptions) => {
    const started: Started & { cancel: () => void } = {
      ...{ frames, timing },
      cancel: () => started.oncancel?.(),
    };
    this.started.push(started);
    return started;
  };
  get element(): Element {
    return this as unknown as Element;
  }
}

/** A part of an SVG, where a pixel of the style is as large as the drawing says. */
class Part extends Thing {
  ownerSVGElement = {};
  getScreenCTM = () => ({ a: 4 });
}

let drawn: Thing[];

beforeEach(() => {
  drawn = [];
  vi.stubGlobal('SVGGraphicsElement', Part);
  vi.stubGlobal('document', { body: { append: (thing: Thing) => drawn.push(thing) } });
  settings.set('motion', true);
});
afterEach(() => settings.set('motion', null));

describe('offset between two elements', () => {
  test('is measured between their centres', () => {
    expect(visibleBox(box(100, 50, 10), box(20, 20, 10))).toBe('translate(80px, 30px) scale(1)');
    expect(visibleBox(box(0, 0, 20), box(10, 30, 10))).toBe('translate(-5px, -25px) scale(2)');
  });

  test('has their scale, also when rotated', () => {
    expect(visibleBox(box(0, 0, 40, 10), box(0, 0, 10, 40))).toBe(
      'translate(15px, -15px) scale(1)',
    );
  });

  test('is in units of the drawing', () => {
    expect(visibleBox(box(80, 40, 10), box(0, 0, 10), 4)).toBe('translate(20px, 10px) scale(1)');
  });
});

describe('animateMove', () => {
  const from = { box: box(30, 0, 10), easing: 'linear' };
  const journey = { stops: [from], ms: 320 };

  test('moves an element from the first stop over the others to its place', () => {
    const thing = new Thing();
    const over = { box: box(0, 60, 10), easing: 'ease-in', offset: 0.6 };
    glide(thing.element, thing.at, { stops: [from, over], ms: 340, delay: 90 });
    const [{ frames, timing }] = thing.started as [Started];
    expect(timing).toEqual({ duration: 340, delay: 90, fill: 'backwards' });
    expect(frames).toMatchObject([
      { easing: 'linear', transform: 'translate(30px, 0px) scale(1)' },
      { easing: 'ease-in', offset: 0.6, transform: 'translate(0px, 60px) scale(1)' },
      { transform: 'none' },
    ]);
    const origins = frames.map(({ transformBox, transformOrigin }) => [
      transformBox,
      transformOrigin,
    ]);
    expect(new Set(origins.map(String))).toEqual(new Set(['fill-box,center']));
  });

  test('uses units of the drawing inside one', () => {
    const part = new Part();
    glide(part.element, part.at, journey);
    expect(part.started[0]!.frames[0]!.transform).toBe('translate(7.5px, 0px) scale(1)');
  });

  test('does nothing while animations are off', () => {
    settings.set('motion', false);
    const thing = new Thing();
    expect(glide(thing.element, thing.at, journey)).toBeNull();
    expect(thing.started).toEqual([]);
  });

  test('does nothing for elements that are not visible', () => {
    const thing = new Thing();
    expect(glide(thing.element, box(0, 0, 0), journey)).toBeNull();
    const nowhere = { box: box(0, 0, 0), easing: 'linear' };
    expect(glide(thing.element, thing.at, { ...journey, stops: [nowhere] })).toBeNull();
    expect(thing.started).toEqual([]);
  });
});

describe('animateArc', () => {
  const journey = { stops: [{ box: box(30, 0, 10), easing: 'linear' }], ms: 300, delay: 50 };
  const tile = () => new Thing(box(0, 0, 50), new Thing(box(5, 5, 40)));

  test('shows a copy above the page while the element is hidden', () => {
    const thing = tile();
    fly(thing.element, journey, { borderRadius: '13%' });
    const [picture] = drawn as [Thing];
    expect(picture.style).toMatchObject({ position: 'fixed', left: '5px', top: '5px' });
    expect(picture.style).toMatchObject({ width: '40px', height: '40px', borderRadius: '13%' });
    expect(picture.style.pointerEvents).toBe('none');
    expect(picture.attributes).toEqual({ 'aria-hidden': 'true' });
    expect(picture.started[0]!.timing).toMatchObject({ duration: 300, delay: 50 });
    expect(thing.started).toMatchObject([
      { frames: [{ opacity: 0 }, { opacity: 0 }], timing: { duration: 350 } },
    ]);
    expect(picture.isGone).toBe(false);
    picture.started[0]!.onfinish!();
    expect(picture.isGone).toBe(true);
  });

  test('stopped removes the copy and shows the element', () => {
    const thing = tile();
    const seen = vi.fn();
    const stop = fly(thing.element, journey);
    thing.started[0]!.oncancel = seen;
    stop();
    expect(drawn[0]!.isGone).toBe(true);
    expect(seen).toHaveBeenCalledOnce();
  });

  test('does nothing while animations are off', () => {
    settings.set('motion', false);
    const thing = tile();
    fly(thing.element, journey)();
    expect(thing.started).toEqual([]);
    expect(drawn.every(({ isGone }) => isGone)).toBe(true);
  });

  test('needs a drawing', () => {
    const thing = new Thing();
    fly(thing.element, journey)();
    expect(thing.started).toEqual([]);
    expect(drawn).toEqual([]);
  });
});

test('a position is shown as reached by a move only if that move was just played', () => {
  const arrivals = new EnteredItems();
  expect(arrivals.isByMove(5, { ply: 4 })).toBe(false); // the first position of all
  expect(arrivals.isByMove(6, { ply: 5 })).toBe(true);
  expect(arrivals.isByMove(6, { ply: 5 })).toBe(false); // news, but no move
  expect(arrivals.isByMove(5, { ply: 4 })).toBe(false); // taken back
  expect(arrivals.isByMove(8, { ply: 7 })).toBe(false); // leaps ahead
  expect(arrivals.isByMove(9, { ply: 7 })).toBe(false); // another story
  expect(arrivals.isByMove(10, null)).toBe(false);
  expect(arrivals.isByMove(12, { ply: 10 })).toBe(false); // more than one move
});
