/** Geometry of the graph of chances. */
import { clamp } from '../../lib/clamp';
import type { Chances } from '../../lib/wire';

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Graph {
  /** One for each seat; one for all in a game for one. */
  lines: { path: string; end: { x: number; y: number } | null }[];
  ticks: { value: number; y: number }[];
  x: (ply: number) => number;
  y: (value: number) => number;
}

/** How the lines of the seats are dashed: nobody has to tell colours apart. */
export const DASHES = ['', '8 4', '2 4', '10 4 2 4'];

/** A seat's colour, brought nearer to the ink: lines are thin. */
export const inkOf = (colour: number): string =>
  `color-mix(in oklab, var(--seat-${colour}), var(--ink) 30%)`;

/** The share of each seat, or the total to be expected. */
export const valuesOf = ({ chances, expected }: Chances): number[] => chances ?? [expected ?? 0];

export function graphOf(forecasts: Chances[], plies: [number, number], frame: Frame): Graph {
  const isShare = forecasts[0]?.chances !== undefined;
  const ticks = isShare ? [0, 0.5, 1] : ticksOf(forecasts.flatMap(valuesOf));
  const x = scale(plies, [frame.left, frame.width - frame.right]);
  const y = scale([ticks[0] ?? 0, ticks.at(-1) ?? 1], [frame.height - frame.bottom, frame.top]);
  const count = forecasts[0] ? valuesOf(forecasts[0]).length : 0;
  const lines = Array.from({ length: count }, (_, seat) => {
    const points = forecasts.map((one) => ({ x: x(one.ply), y: y(valuesOf(one)[seat]!) }));
    return { path: pathOf(points), end: points.at(-1) ?? null };
  });
  return { lines, ticks: ticks.map((value) => ({ value, y: y(value) })), x, y };
}

/** A few round numbers that hold all values between them; none for nothing. */
export function ticksOf(values: number[]): number[] {
  if (values.length === 0) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((size) => high - low <= (MOST - 1) * size) ?? high - low;
  const start = Math.floor(low / step);
  const end = Math.max(start + 1, Math.ceil(high / step));
  return Array.from({ length: end - start + 1 }, (_, index) => (start + index) * step);
}

/** Steps between ticks, and how many at most; one more where the lowest value is not round. */
const MOST = 4;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];

/** The ply at a place of the graph. */
export function plyAt(x: number, [first, last]: [number, number], frame: Frame): number {
  const share = (x - frame.left) / Math.max(1, frame.width - frame.left - frame.right);
  return clamp(Math.round(first + share * (last - first)), first, last);
}

/** Labels at these heights, moved apart so that none covers another, within the frame. */
export function spread(heights: number[], gap: number, low: number, high: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a]! - heights[b]!);
  const placed = heights.slice();
  let lowest = low;
  for (const index of order) {
    placed[index] = Math.max(placed[index]!, lowest);
    lowest = placed[index]! + gap;
  }
  let highest = high;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, highest);
    highest = placed[index]! - gap;
  }
  return placed;
}

export function scale([from, to]: [number, number], [start, end]: [number, number]) {
  return (value: number) => start + ((value - from) / (to - from || 1)) * (end - start);
}

const pathOf = (points: { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');

const round = (value: number): number => Math.round(10 * value) / 10;
