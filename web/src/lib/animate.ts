/** Animate things from their old place to their new one, if animations are on. */
import { animationMs } from './settings.svelte';

export type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

/** A place on the way, such as the first; the way ends where the thing is. */
export interface Stop {
  box: Box;
  /** Easing from here on. */
  easing: string;
  /** Time of arrival here: from 0, the beginning, to 1. */
  offset?: number;
}

export interface AnimationPath {
  stops: Stop[];
  ms: number;
  delay?: number;
}

/** The transform, about its middle, that shows something at another place and as large as there. */
export function visibleBox(there: Box, here: Box, unit = 1): string {
  const right = (there.x + there.width / 2 - here.x - here.width / 2) / unit;
  const down = (there.y + there.height / 2 - here.y - here.height / 2) / unit;
  // Something turned is as large in all as before, though not as wide.
  const scale = Math.sqrt((there.width * there.height) / (here.width * here.height));
  return `translate(${right}px, ${down}px) scale(${scale})`;
}

/** Animate an element to its place; `here` is its visible box. */
export function glide(element: Element, here: Box, { stops, ms, delay }: AnimationPath) {
  const duration = animationMs(ms);
  const boxes = [here, ...stops.map(({ box }) => box)];
  if (duration === 0 || boxes.some(({ width }) => width === 0)) return null;
  const around = { transformBox: 'fill-box', transformOrigin: 'center' };
  const unit = unitOf(element);
  const frames = stops.map(({ box, ...timing }) => ({
    ...timing,
    ...around,
    transform: visibleBox(box, here, unit),
  }));
  const end = { ...around, transform: 'none' };
  return element.animate([...frames, end], { duration, delay, fill: 'backwards' });
}

/** Return the number of window pixels per style pixel: in an SVG that is a unit of its own. */
const unitOf = (element: Element): number =>
  element instanceof SVGGraphicsElement && element.ownerSVGElement
    ? (element.getScreenCTM()?.a ?? 1)
    : 1;

/**
 * Let a picture of something fly over the page, where no frame cuts it off. The thing itself is
 * unseen until the picture is there. Returns what stops it.
 */
export function fly(
  thing: Element,
  journey: AnimationPath,
  look: Partial<CSSStyleDeclaration> = {},
): () => void {
  const drawing = thing.querySelector('svg');
  if (!drawing) return () => undefined;
  const here = drawing.getBoundingClientRect();
  const picture = pictureOf(drawing, here, look);
  const flight = glide(picture, here, journey);
  if (!flight) picture.remove();
  else flight.onfinish = flight.oncancel = () => picture.remove();
  const hiding = flight && hide(thing, journey);
  return () => {
    flight?.cancel();
    hiding?.cancel();
  };
}

const hide = (thing: Element, { ms, delay = 0 }: AnimationPath): Animation =>
  thing.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms + delay });

function pictureOf(drawing: SVGElement, { x, y, width, height }: Box, look: object): SVGElement {
  const picture = drawing.cloneNode(true) as SVGElement;
  Object.assign(picture.style, {
    ...{ position: 'fixed', zIndex: '50', pointerEvents: 'none' },
    ...{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` },
    ...look,
  });
  picture.setAttribute('aria-hidden', 'true');
  document.body.append(picture);
  return picture;
}

/** Knows whether a position came about by one move, just played, from the one before. */
export class EnteredItems {
  #before: number | null = null;

  /** `ply` is shown now, `last` is said to have led there. */
  isByMove(ply: number, last: { ply: number } | null): boolean {
    const before = this.#before;
    this.#before = ply;
    return before !== null && ply === before + 1 && last?.ply === before;
  }
}
