/**
 * Drawing of tiles. Colours and shapes, each in a box from -1 to 1, are those of the package's
 * pictures: red is a triangle, blue a drop, cyan a diamond, yellow a sun.
 */
import { crescent, layouts, tiles } from '../../../../src/tilewright/games/nova_luna/art.json';

export const TILES = tiles;

/** A tile is 100 wide; its tasks lie in the other three corners, always in this order. */
export const TASK_CORNERS = [
  [74.5, 26.5],
  [26.5, 74.5],
  [74.5, 74.5],
] as const;
export const TASK_RADIUS = 19.5;

/** Positions of a task's shapes around its middle, and their size. */
export const TASK_LAYOUTS: Record<number, { size: number; at: number[][] }> = layouts;

/** The lit part of a moon of radius 1; `phase` goes from 0, new, by 0.5, full, to 1. */
export function moonPath(phase: number): string {
  const waxes = phase < 0.5;
  const width = round(Math.abs(Math.cos(2 * Math.PI * phase)));
  const isCrescent = phase < 0.25 || phase > 0.75;
  const limb = waxes ? 1 : 0;
  const edge = waxes === isCrescent ? 0 : 1;
  return `M0-1A1 1 0 0 ${limb} 0 1A${width} 1 0 0 ${edge} 0-1z`;
}

export const CRESCENT = crescent;

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
