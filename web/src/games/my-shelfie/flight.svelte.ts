/** Tiles on their way from the living room to a shelf: they fly to its top, then they fall. */
import { moving } from '../../lib/settings.svelte';
import type { Played } from '../../lib/wire';
import { cellName } from './selection';
import { placeKey } from './shelf';
import type { ItemType, Place, ShelfieEffect } from './types';

const LASTS = 340;
const APART = 90;

export interface Flyer {
  key: string;
  type: ItemType;
  place: Place;
  from: DOMRect;
  above: DOMRect;
  to: DOMRect;
  delay: number;
}

export class Flight {
  flyers = $state.raw<Flyer[]>([]);
  seat = $state(-1);
  #last: number | null = null;

  /** A new last move: let its tiles fly, unless it is the one this board began with. */
  watch(last: Played<ShelfieEffect> | null, ply: number, board: HTMLElement): void {
    const before = this.#last;
    this.#last = ply;
    const isNext = before !== null && ply === before + 1 && last?.ply === before;
    this.flyers = isNext && moving(LASTS) > 0 ? launch(last, board) : [];
    this.seat = last?.seat ?? -1;
  }

  land(flyer: Flyer): void {
    this.flyers = this.flyers.filter((other) => other !== flyer);
  }

  airborne(seat: number): Place[] {
    return seat === this.seat ? this.flyers.map(({ place }) => place) : [];
  }
}

function launch({ ply, seat, effect }: Played<ShelfieEffect>, board: HTMLElement): Flyer[] {
  const boxOf = (selector: string) => board.querySelector(selector)?.getBoundingClientRect();
  const placeBox = (place: Place) =>
    boxOf(`[data-seat="${seat}"] [data-place="${placeKey(place)}"]`);
  return effect.lands.flatMap((place, n) => {
    const from = boxOf(`[data-cell="${cellName(effect.cells[n]!)}"]`);
    const [above, to] = [placeBox([0, place[1]]), placeBox(place)];
    if (!from || !above || !to) return [];
    const type = effect.types[n]!;
    return [{ key: `${ply} ${n}`, type, place, from, above, to, delay: n * APART }];
  });
}

/** Where the tiles of a move stand, on the shelf that it went to. */
export function landed(move: Played<ShelfieEffect> | null, seat: number): Place[] {
  return move?.seat === seat ? move.effect.lands : [];
}

/** Move an element along the way of its tile. */
export function fly(element: HTMLElement, { from, above, to, delay }: Flyer, land: () => void) {
  const at = ({ left, top, width }: DOMRect, lift = 0) =>
    `translate(${left}px, ${top - lift}px) scale(${width / to.width})`;
  const animation = element.animate(
    [
      { transform: at(from), easing: 'cubic-bezier(.3,.1,.3,1)' },
      { transform: at(above, above.height * 0.6), offset: 0.6, easing: 'ease-in' },
      { transform: at(to) },
    ],
    { duration: LASTS, delay, fill: 'both' },
  );
  animation.onfinish = land;
  return () => animation.cancel();
}
