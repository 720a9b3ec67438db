/** The reader's progress in the lessons, kept in this browser. */
import type { GameName } from '../../lib/wire';

export interface Progress {
  /** Steps taken in the lesson under way. */
  step: number;
  /** True once the lesson was finished. */
  isDone: boolean;
}

const KEY = 'tilewright.lessons';
const NONE: Progress = { step: 0, isDone: false };

function load(): Partial<Record<GameName, Progress>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

class Progresses {
  #kept = $state(load());

  of(game: GameName): Progress {
    return { ...NONE, ...this.#kept[game] };
  }

  /** Note that the reader has reached a step; after the last one the lesson is done. */
  note(game: GameName, step: number, length: number): void {
    const isOver = step >= length;
    this.#kept[game] = { step: isOver ? 0 : step, isDone: isOver || this.of(game).isDone };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing: it holds for this visit.
    }
  }
}

export const progresses = new Progresses();
