/** Arrow keys go from one thing to the next in that direction; Tab passes them all at once. */

type Point = readonly [x: number, y: number];

/** Directions of the arrow keys: to the right, and down. */
export const ARROW_DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Nearer ahead than this many pixels is beside. */
const BESIDE = 4;

/** Return the index of the nearest place in a direction, -1 if there is none; straight ahead counts more. */
export function nearestInDirection(here: Point, places: readonly Point[], [x, y]: Point): number {
  let [best, least] = [-1, Infinity];
  places.forEach((place, index) => {
    const [right, down] = [place[0] - here[0], place[1] - here[1]];
    const [ahead, aside] = [right * x + down * y, Math.abs(right * y) + Math.abs(down * x)];
    if (ahead < BESIDE || ahead + 3 * aside >= least) return;
    [best, least] = [index, ahead + 3 * aside];
  });
  return best;
}

/** `onkeydown` of what holds the buttons. */
export function moveFocus(
  event: KeyboardEvent & { currentTarget: Element },
  options?: FocusOptions,
): void {
  const way = ARROW_DIRECTIONS[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const here = buttons.find((button) => button === event.target);
  if (!way || !here) return;
  const index = nearestInDirection(middleOf(here), buttons.map(middleOf), way);
  event.preventDefault();
  event.stopPropagation();
  buttons[index]?.focus(options);
}

function middleOf(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
