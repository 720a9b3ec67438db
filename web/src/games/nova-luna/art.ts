/** Shapes of ours, each in a box from -1 to 1: red is a triangle, blue a drop, cyan a diamond, yellow a sun. */
import type { Colour } from './types';

export const SHAPES: Record<Colour, string> = {
  r: 'M0-.92.95.74H-.95z',
  b: 'M0-1C.3-.52.74-.14.74.28A.74.74 0 1 1-.74.28C-.74-.14-.3-.52 0-1z',
  c: 'M0-1 .82 0 0 1-.82 0z',
  y: sun(8, 0.62, 0.74),
};

export const PAINT: Record<Colour, string> = {
  r: 'var(--red)',
  b: 'var(--blue)',
  c: 'var(--cyan)',
  y: 'var(--yellow)',
};

/** A disc and rays around it. */
function sun(rays: number, radius: number, from: number): string {
  const disc = `M0-${radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0-${radius}z`;
  const at = (turn: number, length: number) => {
    const angle = (2 * Math.PI * turn) / rays;
    return `${round(length * Math.sin(angle))} ${round(-length * Math.cos(angle))}`;
  };
  const ray = (turn: number) =>
    `M${at(turn - 0.27, from)}L${at(turn, 1)}L${at(turn + 0.27, from)}z`;
  return disc + Array.from({ length: rays }, (_, turn) => ray(turn)).join('');
}

/** A tile is 100 wide; its tasks lie in the other three corners, always in this order. */
export const TASK_CORNERS = [
  [74.5, 26.5],
  [26.5, 74.5],
  [74.5, 74.5],
] as const;
export const TASK_RADIUS = 19.5;

/** Positions of a task's shapes around its middle, and their size. */
export const TASK_LAYOUTS: Record<number, { size: number; at: [number, number][] }> = {
  1: { size: 10.5, at: [[0, 0]] },
  // prettier-ignore
  2: { size: 7.8, at: [[-8.2, 0], [8.2, 0]] },
  // prettier-ignore
  3: { size: 7.1, at: [[0, -7.8], [-8.2, 6.2], [8.2, 6.2]] },
  // prettier-ignore
  4: { size: 6.5, at: [[-7, -7], [7, -7], [-7, 7], [7, 7]] },
};

/** The lit part of a moon of radius 1; `phase` goes from 0, new, by 0.5, full, to 1. */
export function moonPath(phase: number): string {
  const waxes = phase < 0.5;
  const width = round(Math.abs(Math.cos(2 * Math.PI * phase)));
  const isCrescent = phase < 0.25 || phase > 0.75;
  const limb = waxes ? 1 : 0;
  const edge = waxes === isCrescent ? 0 : 1;
  return `M0-1A1 1 0 0 ${limb} 0 1A${width} 1 0 0 ${edge} 0-1z`;
}

/** The crescent itself, in a box from -1 to 1. */
export const CRESCENT = 'M.28-.96A1 1 0 1 0 .96.28 .8.8 0 1 1 .28-.96z';

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
