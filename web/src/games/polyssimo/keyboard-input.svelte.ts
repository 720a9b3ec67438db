/** The board by keys alone: pieces are taken, moved, turned and placed, and the focus goes along. */
import { tick } from 'svelte';

import { clamp } from '../../lib/numbers';
import { handleOf } from './geometry';
import type { Turn } from './turn.svelte';
import { commandOf, type Command } from './key-map';
import type { Pointing } from './pointer-input.svelte';
import type { Cell, PieceName } from './types';

interface Surroundings {
  /** Everything that our keys work in. */
  root: () => HTMLElement | undefined;
  /** The squares of the board. */
  area: () => HTMLElement | undefined;
  isTurn: () => boolean;
  /** The pieces that numbers choose from. */
  pieces: () => readonly PieceName[];
  play: (move: string) => void;
}

export class Keyboard {
  #visited = $state.raw<Cell>([5, 5]);

  constructor(
    private readonly turn: Turn,
    private readonly pointing: Pointing,
    private readonly around: Surroundings,
  ) {}

  /** The square that has the focus, or gets it: under the piece in hand if there is one. */
  current = $derived.by(() => {
    const { cells } = this.turn;
    return cells && !this.pointing.drag.isActive ? handleOf(cells) : this.#visited;
  });

  press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isNowhere = target.contains(this.around.root() ?? null);
    if (!this.around.isTurn() || (!isNowhere && !this.around.root()?.contains(target))) return;
    const command = commandOf(event, isNowhere || !!this.around.area()?.contains(target));
    if (!command) return;
    event.preventDefault();
    void this.#obey(command);
  }

  /** Take a piece, or put it back if it is in hand. */
  async take(name: PieceName): Promise<void> {
    if (this.turn.piece === name) return this.putBack();
    this.turn.take(name);
    await this.#focusBoard();
  }

  async putBack(): Promise<void> {
    const { piece } = this.turn;
    this.turn.putBack();
    await tick();
    this.around.root()?.querySelector<HTMLElement>(`[data-piece="${piece}"] button`)?.focus();
  }

  async #obey(command: Command): Promise<void> {
    if (command.kind === 'back') return this.putBack();
    if (command.kind === 'place') return this.#place();
    this.#handle(command);
    await this.#focusBoard();
  }

  #handle(command: Command): void {
    const { turn, pointing } = this;
    if (command.kind === 'turn') pointing.reshape(() => turn.rotate(command.quarters));
    else if (command.kind === 'flip') pointing.reshape(() => turn.flip());
    else if (command.kind === 'jump') turn.jump(command.step);
    else if (command.kind === 'next') turn.takeNext(this.around.pieces(), command.step);
    else if (command.kind === 'choose') turn.takeNth(this.around.pieces(), command.index);
    else if (command.kind === 'step') this.#step(command.down, command.right);
  }

  #place(): void {
    if (this.turn.move) this.around.play(this.turn.move);
  }

  #step(down: number, right: number): void {
    const { turn } = this;
    if (turn.piece !== null) return turn.step(down, right);
    const { rows, columns } = turn.board;
    const [row, column] = this.#visited;
    this.#visited = [clamp(row + down, 0, rows - 1), clamp(column + right, 0, columns - 1)];
  }

  async #focusBoard(): Promise<void> {
    await tick();
    const square = this.around.area()?.querySelector<HTMLElement>('[tabindex="0"]');
    square?.focus({ preventScroll: true });
  }
}
