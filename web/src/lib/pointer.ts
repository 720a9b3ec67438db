/** One pointer, be it a mouse, a pen or a finger, from its press until it is let go. */

/** In pixels of the window. */
export interface Point {
  x: number;
  y: number;
}

export interface Listener {
  move: (event: PointerEvent) => void;
  up: (event: PointerEvent) => void;
  /** The browser took the pointer for itself, or Escape was pressed. */
  cancel: () => void;
}

/** Slop in pixels: beyond it a press becomes a drag. */
const SLACK = 6;

export const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });

export const exceedsSlop = (from: Point, to: Point, slack = SLACK): boolean =>
  Math.hypot(to.x - from.x, to.y - from.y) >= slack;

/** Listen all over the window: a quick hand is elsewhere before it moves for the first time. */
export function follow({ pointerId }: PointerEvent, listener: Listener): void {
  const stop = new AbortController();
  const { signal } = stop;
  const hear = (type: 'pointermove' | 'pointerup' | 'pointercancel', tell: Listener['move']) =>
    addEventListener(type, (event) => event.pointerId === pointerId && tell(event), { signal });
  const end = (tell: () => void) => {
    stop.abort();
    tell();
  };
  hear('pointermove', listener.move);
  hear('pointerup', (event) => end(() => listener.up(event)));
  hear('pointercancel', () => end(listener.cancel));
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(listener.cancel), { signal });
}

/** During a drag the pressed element captures the pointer: no other element is highlighted. */
export function capture(element: Element, { pointerId }: PointerEvent): void {
  if (element.isConnected) element.setPointerCapture(pointerId);
}

/** The click that ends a drag is no press: it goes nowhere, unless a press comes before it. */
export function suppressClick(): void {
  const stop = new AbortController();
  const early = { capture: true, signal: stop.signal };
  const swallow = (event: MouseEvent) => {
    // Enter clicks too, but not after a drag.
    if (event.detail === 0) return;
    stop.abort();
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, early);
  addEventListener('pointerdown', () => stop.abort(), early);
}
