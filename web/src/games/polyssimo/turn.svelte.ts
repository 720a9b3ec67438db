/** The move that is being made up: a piece, how it is turned, where it is held, whether it fits. */
import type { Previews } from '../../lib/preview.svelte';
import {
  clamped,
  cornerOf,
  pieceByCell,
  handleOf,
  isSame,
  obstacleOf,
  pieceOf,
  shifted,
  sizeOf,
  turnedAt,
  type Obstacle,
  type Size,
  type Spot,
} from './geometry';
import { keyOf, parseMove, type LegalMoves } from './moves';
import { isOver, snap } from './snap';
import type {
  Cell,
  PieceName,
  PlaceEffect,
  PolyssimoBox,
  PolyssimoEffect,
  PolyssimoScene,
} from './types';

/** The position, and the legal moves. */
export interface TurnInput {
  box: PolyssimoBox;
  scene: PolyssimoScene;
  /** null while it is not our turn. */
  legal: LegalMoves | null;
}

export class Turn {
  piece = $state<PieceName | null>(null);
  /** Top left corner of the piece; null while it is not over the board. */
  at = $state.raw<Cell | null>(null);
  /** True once it is set down and no longer follows the pointer. */
  isDown = $state(false);
  /** A piece that was asked for by its number and fits nowhere. */
  stuck = $state<PieceName | null>(null);
  // Last orientation of each piece: it stays so in the owner's hand.
  #turned = $state<Record<PieceName, number>>({});

  constructor(
    private readonly situation: () => TurnInput,
    private readonly previews: Previews<PolyssimoEffect>,
  ) {}

  #cover = $derived.by(() => pieceByCell(this.situation().scene.placed, this.situation().box));

  /** The cells that it would cover. */
  cells = $derived.by(() => {
    if (this.piece === null || this.at === null) return null;
    return shifted(this.shapeOf(this.piece), this.at);
  });

  /** The legal move that would put it there. */
  move = $derived.by(() => {
    if (this.piece === null || this.cells === null) return null;
    return this.situation().legal?.find(this.piece, this.cells) ?? null;
  });

  /** The effect of the move, once the preview has arrived. */
  effect = $derived.by((): PlaceEffect | null => {
    const effect = this.previews.of(this.move);
    return effect?.kind === 'place' ? effect : null;
  });

  /** The obstacle in its way; null if it fits. */
  obstacle = $derived.by((): Obstacle | null => {
    if (this.cells === null || this.move !== null || !this.situation().legal) return null;
    return obstacleOf(this.cells, this.situation().box, this.#cover);
  });

  /** The cells of a piece, from 0,0, as it is turned now. */
  shapeOf(name: PieceName): readonly Cell[] {
    return pieceOf(this.situation().box, name).shapes[this.#turned[name] ?? 0]!;
  }

  get board(): Size {
    return this.situation().box;
  }

  get size(): Size {
    return this.piece === null ? { rows: 0, columns: 0 } : sizeOf(this.shapeOf(this.piece));
  }

  // --- Taking it and putting it back ---

  take(name: PieceName): void {
    const { legal } = this.situation();
    this.stuck = legal && !legal.countOf(name) ? name : null;
    if (!legal?.countOf(name)) return;
    if (name !== this.piece) this.at = null;
    this.piece = name;
    this.isDown = false;
  }

  /** Have a legal placement in hand, set down where it belongs. */
  hold(move: string): void {
    const { piece, cells } = parseMove(move);
    const corner = cornerOf(cells);
    const shapes = pieceOf(this.situation().box, piece).shapes;
    this.take(piece);
    this.#turned[piece] = shapes.findIndex(
      (shape) => keyOf(shifted(shape, corner)) === keyOf(cells),
    );
    this.#setDown(corner);
  }

  /** Clear the turn for a new position. */
  clear(): void {
    this.previews.clear();
    this.putBack();
  }

  putBack(): void {
    this.piece = this.at = this.stuck = null;
    this.isDown = false;
  }

  /** Take the next of these pieces that fits somewhere, or the one before. */
  takeNext(names: readonly PieceName[], step: 1 | -1): void {
    const legal = this.situation().legal;
    const able = names.filter((name) => legal?.countOf(name));
    if (able.length === 0) return;
    const index = this.piece === null ? -1 : able.indexOf(this.piece);
    const next = index < 0 && step < 0 ? -1 : index + step;
    this.takeNth(able, (next + able.length) % able.length);
  }

  /** Take one of these pieces by its number; it goes where the last one was. */
  takeNth(names: readonly PieceName[], index: number): void {
    const [name, at] = [names[index], this.at];
    if (name === undefined) return;
    this.take(name);
    if (at && this.piece === name) this.#setDown(at);
  }

  // --- Turning ---

  rotate(quarters = 1): void {
    for (let count = (quarters + 4) % 4; count > 0; count--) this.#reshape('turn');
  }

  flip(): void {
    this.#reshape('flip');
  }

  #reshape(how: 'turn' | 'flip'): void {
    if (this.piece === null) return;
    const facts = pieceOf(this.situation().box, this.piece);
    const before = this.size;
    this.#turned[this.piece] = facts[how][this.#turned[this.piece] ?? 0]!;
    if (this.at) this.#keepOn(turnedAt(this.at, before, this.size));
  }

  // --- Moving ---

  /** Follow a hand that holds the piece with its top left corner here. */
  hover(spot: Spot): void {
    const { box, legal } = this.situation();
    if (this.piece === null) return;
    const shape = this.shapeOf(this.piece);
    const fits = (place: Cell): boolean => !!legal?.find(this.piece!, shifted(shape, place));
    const at = isOver(spot, this.size, box) ? snap(spot, fits) : null;
    if (isSame(at, this.at)) return;
    this.at = at;
    this.stuck = null;
  }

  /** Set it down around a cell: where it fits and covers it, else with its middle there. */
  setNear(cell: Cell): void {
    const { legal } = this.situation();
    if (this.piece === null) return;
    const shape = this.shapeOf(this.piece);
    const around = [handleOf(shape), ...shape].map((held): Cell => [
      cell[0] - held[0],
      cell[1] - held[1],
    ]);
    const fitting = around.find((place) => legal?.find(this.piece!, shifted(shape, place)));
    this.#setDown(fitting ?? around[0]!);
  }

  /** Leave it where it is. */
  setDown(): void {
    this.isDown = this.at !== null;
  }

  covers(cell: Cell): boolean {
    return this.cells?.some((covered) => isSame(covered, cell)) ?? false;
  }

  /** Move the piece by keys: a number of cells down and to the right; it stays on the board. */
  step(down: number, right: number): void {
    if (this.piece === null) return;
    if (this.at) this.#setDown([this.at[0] + down, this.at[1] + right]);
    else this.#setDown(this.#middle());
  }

  /** The next place where the piece fits as it is turned, else as it could be turned. */
  jump(step: 1 | -1 = 1): void {
    if (this.piece === null) return;
    const shapes = pieceOf(this.situation().box, this.piece).shapes.length;
    const places = this.#places(this.#turned[this.piece] ?? 0);
    const next = places[this.#following(places, step)];
    if (next) return this.#setDown(next);
    for (let count = 1; count < shapes; count++) if (this.#jumpTurned(step, count)) return;
    if (places.length > 0) this.#setDown(places.at(step > 0 ? 0 : -1)!);
  }

  #jumpTurned(step: 1 | -1, count: number): boolean {
    const shapes = pieceOf(this.situation().box, this.piece!).shapes.length;
    const turned = ((this.#turned[this.piece!] ?? 0) + step * count + shapes) % shapes;
    const place = this.#places(turned).at(step > 0 ? 0 : -1);
    if (!place) return false;
    this.#turned[this.piece!] = turned;
    this.#setDown(place);
    return true;
  }

  #places(turned: number): Cell[] {
    const { box, legal } = this.situation();
    const shape = pieceOf(box, this.piece!).shapes[turned]!;
    return legal?.placesOf(this.piece!, shape, box) ?? [];
  }

  /** Index of the place after, or before, where the piece is now; -1 or beyond: none. */
  #following(places: Cell[], step: 1 | -1): number {
    if (!this.at) return step > 0 ? 0 : places.length - 1;
    const [row, column] = this.at;
    const isAfter = ([down, right]: Cell): boolean =>
      down > row || (down === row && right > column);
    const isBefore = (place: Cell): boolean => !isAfter(place) && !isSame(place, this.at);
    return step > 0 ? places.findIndex(isAfter) : places.findLastIndex(isBefore);
  }

  #setDown(at: Cell): void {
    this.#keepOn(at);
    this.isDown = true;
  }

  #keepOn(at: Cell): void {
    this.stuck = null;
    this.at = clamped(at, this.size, this.situation().box);
  }

  #middle(): Cell {
    const { box } = this.situation();
    const { rows, columns } = this.size;
    return [Math.floor((box.rows - rows) / 2), Math.floor((box.columns - columns) / 2)];
  }
}
