/** Tiles under a finger or a mouse. Nothing is drawn anew while they move but one transform. */

const THRESHOLD = 6;

interface Handlers {
  /** The pointer has moved far enough to mean it. */
  start: () => void;
  /** It is over this place now. */
  over: (x: number, y: number) => void;
  drop: () => void;
}

export class Drag {
  active = $state(false);
  /** What follows the pointer. */
  element = $state<HTMLElement | null>(null);
  #x = 0;
  #y = 0;
  #frame = 0;

  /** Follow the pointer that went down, until it goes up. */
  follow(event: PointerEvent, handlers: Handlers): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const [fromX, fromY] = [event.clientX, event.clientY];
    const stop = new AbortController();
    const listen = { signal: stop.signal };
    const end = (dropped: boolean) => {
      stop.abort();
      if (this.active) this.#end(dropped ? handlers.drop : undefined);
    };
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        [this.#x, this.#y] = [clientX, clientY];
        if (!this.active && Math.hypot(clientX - fromX, clientY - fromY) < THRESHOLD) return;
        if (!this.active) this.#start(handlers);
        this.#frame ||= requestAnimationFrame(() => this.#draw(handlers));
      },
      listen,
    );
    addEventListener('pointerup', () => end(true), listen);
    addEventListener('pointercancel', () => end(false), listen);
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), listen);
  }

  #start(handlers: Handlers): void {
    this.active = true;
    handlers.start();
  }

  #draw(handlers: Handlers): void {
    this.#frame = 0;
    if (!this.active) return;
    this.element?.style.setProperty('transform', `translate(${this.#x}px, ${this.#y}px)`);
    handlers.over(this.#x, this.#y);
  }

  #end(drop: (() => void) | undefined): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.active = false;
    // The click that follows a drag is no tap.
    const swallow = (event: Event) => event.stopPropagation();
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    drop?.();
  }
}

/** Which of these boxes a point is in, with a little patience around them. */
export function boxAt(boxes: DOMRect[], x: number, y: number, patience = 24): number | null {
  const found = boxes.findIndex(
    ({ left, right, top, bottom }) =>
      x >= left && x <= right && y >= top - patience && y <= bottom + patience,
  );
  return found < 0 ? null : found;
}
