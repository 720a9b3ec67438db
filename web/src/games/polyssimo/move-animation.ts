/** The last move, shown as it happens: a piece glides from where it was to where it belongs now. */
import { untrack } from 'svelte';

import { glide } from '../../lib/animate';
import type { PieceName } from './types';

const MS = 320;
const EASING = 'cubic-bezier(.2,.6,.4,1)';

export class MoveAnimation {
  #origins = new Map<PieceName, DOMRect>();

  /** Before the page changes: where all the pieces are. Without a board none is anywhere. */
  look(board: HTMLElement | undefined): void {
    const found = board?.querySelectorAll<HTMLElement>('[data-piece]') ?? [];
    // Of a piece that is in two places the first counts: over the board, or in the pool.
    const last = [...found].reverse();
    this.#origins = new Map(last.map((node) => [node.dataset.piece!, boxOf(node)]));
  }

  /** An attachment: what is drawn again with this piece glides here. */
  arrive = (node: Element): void => {
    const box = this.#origins.get((node as HTMLElement).dataset.piece!);
    const stops = box ? [{ box, easing: EASING }] : [];
    if (box) untrack(() => glide(node, boxOf(node), { stops, ms: MS }));
  };
}

/** Return the box of its outline, without the space around it in a list or a button. */
const boxOf = (node: Element): DOMRect =>
  (node.querySelector('path') ?? node).getBoundingClientRect();
