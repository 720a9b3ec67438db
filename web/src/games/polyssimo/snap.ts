/** Find the place of a piece that is held over the board. */
import type { Size, Spot } from './geometry';
import type { Cell } from './types';

/** Largest distance, in squares, at which a piece snaps to a place where it fits. */
const REACH = 0.95;
/** Distance beyond the edge, in squares, at which a piece still counts as over the board. */
const BRIM = 1.5;

/** The place nearest to where its top left corner is, one that fits if there is one close by. */
export function snap(spot: Spot, fits: (place: Cell) => boolean): Cell {
  const nearest: Cell = [Math.round(spot[0]) + 0, Math.round(spot[1]) + 0];
  const around = placesAround(nearest).filter((place) => distance(place, spot) <= REACH);
  around.sort((one, other) => distance(one, spot) - distance(other, spot));
  return around.find(fits) ?? nearest;
}

function placesAround([row, column]: Cell): Cell[] {
  const steps = [-1, 0, 1];
  return steps.flatMap((down) => steps.map((right): Cell => [row + down, column + right]));
}

const distance = ([row, column]: Cell, [down, right]: Spot): number =>
  Math.hypot(row - down, column - right);

/** Return true if a shape of this size is held over the board. */
export function isOver([down, right]: Spot, size: Size, board: Size): boolean {
  const [middle, centre] = [down + size.rows / 2, right + size.columns / 2];
  return (
    middle > -BRIM && middle < board.rows + BRIM && centre > -BRIM && centre < board.columns + BRIM
  );
}
