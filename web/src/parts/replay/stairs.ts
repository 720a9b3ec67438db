/** A seat's whole game as a graph: moves are steps of a line, luck is bars behind it. */
import { clamp } from '../../lib/clamp';
import type { DecisionShown, ReviewShown, Seat, StepShown } from '../../lib/wire';
import { scale, spread, type Frame } from './graph';

export interface Stairs {
  path: string;
  bars: { x: number; y: number; height: number }[];
  /** Where the moments are, in their order; none covers another. */
  marks: number[];
  /** The middle of the step that leads to a ply, or of the move that is played there. */
  at: (ply: number) => number;
  /** The ply to look at for a place of the graph. */
  plyAt: (x: number) => number;
  y: (share: number) => number;
  width: number;
}

const LOWEST_BAR = 1;
/** As wide as a number in its circle. */
const MARK = 22;

export function stairsOf(
  { steps, seats }: ReviewShown,
  seat: Seat,
  moments: DecisionShown[],
  frame: Frame,
): Stairs {
  const y = scale([0, 1], [frame.height - frame.bottom, frame.top]);
  const x = scale([0, steps.length], [frame.left, frame.width - frame.right]);
  const heights = [seats[seat]!.start, ...steps.map(({ outlook }) => outlook[seat]!)].map(y);
  const middle = (index: number) => x(index + 0.5);
  const line = steps.map((_, index) => `H${round(middle(index))}V${round(heights[index + 1]!)}`);
  return {
    path: `M${frame.left} ${round(heights[0]!)}${line.join('')}H${frame.width - frame.right}`,
    bars: steps.flatMap((step, index) => {
      const [from, to] = [heights[index]!, heights[index + 1]!];
      const bar = { x: x(index), y: Math.min(from, to), height: Math.abs(from - to) };
      return !isMove(step) && bar.height >= LOWEST_BAR ? [bar] : [];
    }),
    marks: spread(
      moments.map(({ ply }) =>
        middle(steps.findIndex((step) => shownAt(step) === ply && isMove(step))),
      ),
      MARK,
      frame.left,
      frame.width - frame.right,
    ),
    at: (ply) => middle(steps.findLastIndex((step) => shownAt(step) <= ply)),
    plyAt: (place) => shownAt(steps[within(place, frame, steps.length)]!),
    y,
    width: Math.max(0, x(1) - x(0)),
  };
}

/** A move is looked at before it is played, what chance brought once it is there. */
const shownAt = (step: StepShown): number => (isMove(step) ? step.ply - 1 : step.ply);

const isMove = ({ seat }: StepShown): boolean => seat !== undefined;

const within = (place: number, frame: Frame, count: number): number => {
  const index = scale([frame.left, frame.width - frame.right], [0, count])(place);
  return clamp(Math.floor(index), 0, count - 1);
};

const round = (value: number): number => Math.round(10 * value) / 10;
