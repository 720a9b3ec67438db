/** Something under a pointer on its way over the page. It knows no game. */
import { NextFrame } from './dom';
import { capture, follow, exceedsSlop, pointOf, suppressClick, type Point } from './pointer';

export interface DragHandlers {
  /** Pixels that the pointer may move before a drag begins; by default the slop of a hand. */
  slack?: number;
  /** Called with the pointer's position before the drag begins. */
  aim?: (at: Point) => void;
  /** The pointer has gone far enough to mean it. */
  lift: () => void;
  /** Called with the pointer's position once per frame, and once more before the drop. */
  over: (at: Point) => void;
  drop: () => void;
  /** Called if the drag is cancelled. */
  cancel: () => void;
  /** It was let go without a drag. A button has its click for that, which keys press as well. */
  tap?: (event: PointerEvent) => void;
}

export class Drag {
  isActive = $state(false);
  #ways: DragHandlers | null = null;
  #at: Point = { x: 0, y: 0 };
  #carried: HTMLElement | undefined;
  readonly #next = new NextFrame(() => this.#step());

  /** `onpointerdown` of what can be dragged. */
  press(event: PointerEvent, ways: DragHandlers): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const [from, element] = [pointOf(event), event.currentTarget as Element];
    follow(event, {
      move: (now) => {
        if (!this.#ways && exceedsSlop(from, pointOf(now), ways.slack))
          this.#lift(now, element, ways);
        if (this.#ways === ways) this.#move(pointOf(now));
        else ways.aim?.(pointOf(now));
      },
      up: (last) => (this.#ways === ways ? this.#drop(last) : ways.tap?.(last)),
      cancel: () => this.#ways === ways && this.#end().cancel(),
    });
  }

  /** Attachment of the element that follows the pointer; only its transform changes. */
  carry = (element: HTMLElement): (() => void) => {
    this.#carried = element;
    this.#place();
    return () => (this.#carried = undefined);
  };

  /** Look again at what is under the pointer: what is dragged has changed. */
  again(): void {
    if (this.isActive) this.#next.ask();
  }

  #lift(event: PointerEvent, element: Element, ways: DragHandlers): void {
    capture(element, event);
    this.#ways = ways;
    this.#at = pointOf(event);
    this.isActive = true;
    ways.lift();
  }

  #move(at: Point): void {
    this.#at = at;
    this.#next.ask();
  }

  #step(): void {
    this.#place();
    this.#ways?.over(this.#at);
  }

  #place(): void {
    const { x, y } = this.#at;
    this.#carried?.style.setProperty('transform', `translate3d(${x}px, ${y}px, 0)`);
  }

  #drop(event: PointerEvent): void {
    this.#at = pointOf(event);
    this.#step();
    this.#end().drop();
  }

  #end(): DragHandlers {
    const ways = this.#ways!;
    this.#ways = null;
    this.isActive = false;
    suppressClick();
    return ways;
  }
}
