/** A swipe to the side, by a finger, on what is not for dragging itself. */

interface Swipe {
  onpointerdown: (event: PointerEvent) => void;
  onpointerup: (event: PointerEvent) => void;
}

const LEAST = 50;

/** Handlers for an element; `turn` is told 1 for a swipe to the left, which leads on, -1 for back. */
export function swiping(turn: (step: 1 | -1) => void, except: string): Swipe {
  let from: PointerEvent | null = null;
  return {
    onpointerdown: (event) => {
      const isFree = !(event.target as Element).closest(except);
      from = event.pointerType === 'touch' && isFree ? event : null;
    },
    onpointerup: (event) => {
      if (from?.pointerId !== event.pointerId) return;
      const [dx, dy] = [event.clientX - from.clientX, event.clientY - from.clientY];
      if (Math.abs(dx) > LEAST && Math.abs(dx) > 2 * Math.abs(dy)) turn(dx < 0 ? 1 : -1);
    },
  };
}
