/** A piece glides to where it belongs now from where it was. */
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

import { moving } from '../../lib/settings.svelte';
import type { PieceName } from './types';

const MS = 320;

/** Where a piece was before the page changed; null: it was nowhere. */
export type Origin = (piece: PieceName) => DOMRect | null;

export function glide(
  node: Element,
  { piece, origin }: { piece: PieceName; origin: Origin },
): TransitionConfig {
  const [start, duration] = [origin(piece), moving(MS)];
  if (!start || !duration) return { duration: 0 };
  const end = rectOf(node);
  const unit = unitOf(node);
  const right = (start.x + start.width / 2 - end.x - end.width / 2) / unit;
  const down = (start.y + start.height / 2 - end.y - end.height / 2) / unit;
  // A turned piece is as large in all as before, though not as wide.
  const smaller = Math.sqrt((start.width * start.height) / (end.width * end.height)) - 1;
  const css = (_: number, rest: number): string =>
    `transform: translate(${right * rest}px, ${down * rest}px) scale(${1 + smaller * rest});
     transform-box: fill-box; transform-origin: center`;
  return { duration, easing: cubicOut, css };
}

/** Where its outline is, without the space around it in a list or a button. */
export const rectOf = (node: Element): DOMRect =>
  (node.querySelector('path') ?? node).getBoundingClientRect();

/** How many pixels of the screen a pixel of the style is: in an SVG it is a unit of its own. */
const unitOf = (node: Element): number =>
  node instanceof SVGGraphicsElement ? (node.getScreenCTM()?.a ?? 1) : 1;
