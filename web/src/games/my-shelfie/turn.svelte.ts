/** The move that is being made up: tiles in order, then a column. */
import type { Previews } from '../../lib/preview.svelte';
import { Lines, cellPlace, moved, parseMove, tileRefusal, tapped } from './moves';
import type { CellName, TileRefusal } from './moves';
import { itemAt } from './geometry';
import type { ItemType, ShelfieEffect } from './types';

interface Source {
  room: string[];
  moves: string[] | null;
}

/** Why a tile that the player presses does not come to those in hand. */
export interface PressFeedback extends TileRefusal {
  /** True if the tile was taken and the others were put back. */
  isInstead: boolean;
}

export class Turn {
  /** In the order in which they go into the shelf. */
  chosen = $state.raw<CellName[]>([]);
  column = $state<number | null>(null);
  /** The column that the player points at, or drags to. */
  pointed = $state<number | null>(null);
  told = $state.raw<PressFeedback | null>(null);

  readonly lines = $derived.by(() => {
    const { moves } = this.source();
    return new Lines(moves ?? [], (cell) => this.typeAt(cell));
  });
  readonly additions = $derived.by(() => this.lines.additions(this.chosen));
  readonly types = $derived.by(() => this.chosen.map((cell) => this.typeAt(cell)));
  /** The moves that are ready to be played, by column. */
  readonly columns = $derived.by(() => this.lines.columns(this.chosen));
  readonly move = $derived.by(() => this.columns.get(this.column ?? -1) ?? null);
  /** The column whose consequences are shown. */
  readonly shown = $derived.by(() => {
    const column = this.pointed ?? this.column;
    return column !== null && this.columns.has(column) ? column : null;
  });
  readonly effect = $derived.by(() => this.effectOf(this.shown));

  constructor(
    private readonly source: () => Source,
    private readonly previews: Previews<ShelfieEffect>,
  ) {}

  typeAt(cell: CellName): ItemType {
    return itemAt(this.source().room, cellPlace(cell))!;
  }

  effectOf(column: number | null): ShelfieEffect | null {
    return this.previews.of(this.columns.get(column ?? -1) ?? null);
  }

  tap(cell: CellName): void {
    const refused = tileRefusal(this.lines, this.chosen, cell);
    this.#choose(tapped(this.lines, this.chosen, cell));
    this.told = refused && { ...refused, isInstead: this.chosen.includes(cell) };
  }

  /** Note the tile that the player looks at; null: none. */
  look(cell: CellName | null): void {
    const refused = cell === null ? null : tileRefusal(this.lines, this.chosen, cell);
    // The focus may follow a finger: the exchange is announced until the next action.
    if (!refused && this.told?.isInstead) return;
    this.told = refused && { ...refused, isInstead: false };
  }

  /** Have this tile among the chosen ones, to be dragged along. */
  grasp(cell: CellName): void {
    if (!this.chosen.includes(cell)) this.tap(cell);
  }

  reorder(from: number, to: number): void {
    this.#choose(moved(this.chosen, from, to));
  }

  /** A tap in the hand: that tile goes in one later, the last one first. */
  defer(index: number): void {
    this.reorder(index, index + 1 < this.chosen.length ? index + 1 : 0);
  }

  put(column: number): void {
    if (!this.columns.has(column)) return;
    this.column = column;
    this.told = null;
  }

  /** Have a legal move in hand, ready to be played. */
  hold(move: string): void {
    const { cells, column } = parseMove(move);
    this.#choose(cells);
    this.put(column);
  }

  /** Put back what was done last: the column, then the tiles. */
  back(): void {
    this.told = null;
    if (this.column !== null) this.column = null;
    else this.#choose([]);
  }

  clear(): void {
    this.#choose([]);
    this.pointed = null;
    this.previews.clear();
  }

  #choose(chosen: CellName[]): void {
    this.chosen = chosen;
    this.told = null;
    if (this.column !== null && !this.columns.has(this.column)) this.column = null;
  }
}
