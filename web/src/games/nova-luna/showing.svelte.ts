/** The last move, shown as it happens: the tile flies, then its discs fall one after the other. */
import { moving } from '../../lib/settings.svelte';
import type { Played } from '../../lib/wire';
import { fly } from './flight';
import type { NovaLunaEffect, Take, TileId } from './types';

export const FLY = 320;
export const FALL = 260;
/** By then every disc lies. */
const REST = 2000;

export const takeOf = (played: Played<NovaLunaEffect> | null): Take | null =>
  played?.effect.kind === 'take' ? played.effect : null;

export class Showing {
  #falls = $state.raw<Take | null>(null);
  #ply: number;

  constructor(ply: number) {
    this.#ply = ply;
  }

  /** When the disc on a task falls: 0 for the first; -1 if it does not. */
  falling = (tile: TileId, task: number): number => {
    const covers = this.#falls?.covers ?? [];
    return covers.findIndex((cover) => cover.tile === tile && cover.task === task);
  };

  /** Another position is on the board; true if one move, just played, led there. */
  arrive(ply: number, last: Played | null): boolean {
    const isNext = ply === this.#ply + 1 && last?.ply === this.#ply;
    this.#ply = ply;
    return isNext;
  }

  /** Show a take; what it returns stops that. */
  play(take: Take, board: HTMLElement): () => void {
    this.#falls = take;
    const slot = board.querySelector(`[data-slot="${take.slot}"]`);
    const tile = board.querySelector(`[data-area="${take.seat}"] [data-tile="${take.tile}"]`);
    if (slot && tile) fly(tile, slot.getBoundingClientRect(), moving(FLY));
    const rest = setTimeout(() => (this.#falls = null), REST);
    return () => clearTimeout(rest);
  }
}
