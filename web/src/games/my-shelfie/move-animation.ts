/** The last move, shown as it happens: tiles fly from the room to the top of a shelf, then they fall. */
import { EnteredItems, fly, type Stop } from '../../lib/animate';
import type { Played } from '../board';
import { placeKey } from './geometry';
import { cellName } from './moves';
import type { Place, ShelfieEffect } from './types';

const LASTS = 430;
const APART = 90;

export class MoveAnimation {
  readonly #arrivals = new EnteredItems();

  /** Show how a position came about; returns what stops that. */
  show(last: Played<ShelfieEffect> | null, ply: number, board: HTMLElement): () => void {
    const isMove = this.#arrivals.isByMove(ply, last);
    const stops = isMove ? last!.effect.lands.map((_, n) => launch(last!, n, board)) : [];
    return () => stops.forEach((stop) => stop());
  }
}

function launch({ seat, effect }: Played<ShelfieEffect>, n: number, board: HTMLElement) {
  const place = effect.lands[n]!;
  const at = ([row, column]: Place) =>
    seen(board, `[data-seat="${seat}"] [data-place="${placeKey([row, column])}"]`);
  const from = board.querySelector(`[data-cell="${cellName(effect.cells[n]!)}"]`);
  const [top, tile] = [at([0, place[1]]), at(place)?.querySelector('.content')];
  if (!from || !top || !tile) return () => undefined;
  return fly(tile, {
    stops: wayOf(from, top, tile.querySelector('svg') ?? top),
    ms: LASTS,
    delay: n * APART,
  });
}

/** Of two drawings of one thing that which is shown. */
const seen = (board: HTMLElement, selector: string) =>
  [...board.querySelectorAll(selector)].find((one) => one.getBoundingClientRect().width > 0);

/** From the room to above the shelf, down to its place, and a small bounce there. */
function wayOf(from: Element, top: Element, place: Element): Stop[] {
  const { x, y, width, height } = top.getBoundingClientRect();
  const above = { x, y: y - 0.6 * height, width, height };
  const here = place.getBoundingClientRect();
  const bounced = { x: here.x, y: here.y - 0.07 * height, width: here.width, height: here.height };
  return [
    { box: from.getBoundingClientRect(), easing: 'cubic-bezier(.3,.1,.3,1)' },
    { box: above, offset: 0.5, easing: 'ease-in' },
    { box: here, offset: 0.78, easing: 'ease-out' },
    { box: bounced, offset: 0.89, easing: 'ease-in' },
  ];
}

/** Return the places on a seat's shelf where the tiles of moves landed. */
export const landed = (moves: Played<ShelfieEffect>[], seat: number): Place[] =>
  moves.flatMap((move) => (move.seat === seat ? move.effect.lands : []));
