/** The last move, shown as it happens: the tile flies, then its stones fall one after the other. */
import { EnteredItems, fly } from '../../lib/animate';
import { after } from '../../lib/dom';
import type { Played } from '../board';
import type { NovaLunaEffect, Take, TileId } from './types';

export const FLY = 280;
export const FALL = 220;
/** Time after which every stone has landed, in ms. */
const REST = 2000;

export const takeOf = (played: Played<NovaLunaEffect> | null): Take | null =>
  played?.effect.kind === 'take' ? played.effect : null;

export class MoveAnimation {
  #falls = $state.raw<Take | null>(null);
  readonly #arrivals = new EnteredItems();

  /** Return the order in which a task's stone falls: 0 for the first; -1 if it does not. */
  falling = (tile: TileId, task: number): number => {
    const covers = this.#falls?.covers ?? [];
    return covers.findIndex((cover) => cover.tile === tile && cover.task === task);
  };

  /** The take that led to this position, if it was just played. */
  arrive(ply: number, last: Played<NovaLunaEffect> | null): Take | null {
    return this.#arrivals.isByMove(ply, last) ? takeOf(last) : null;
  }

  /** Show a take; what it returns stops that. */
  play(take: Take, board: HTMLElement): () => void {
    this.#falls = take;
    const slot = board.querySelector(`[data-slot="${take.slot}"]`);
    const tile = board.querySelector(`[data-area="${take.seat}"] [data-tile="${take.tile}"]`);
    const stop = slot && tile ? launch(tile, slot) : null;
    const rest = after(REST, () => (this.#falls = null));
    return () => {
      stop?.();
      rest();
    };
  }
}

function launch(tile: Element, slot: Element): () => void {
  const from = { box: slot.getBoundingClientRect(), easing: 'ease-in-out' };
  return fly(tile, { stops: [from], ms: FLY });
}
