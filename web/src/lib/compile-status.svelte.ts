/** Compile status of a game's bots: on a new machine the server compiles them first. */
import { get } from './api';
import type { GameCard, GameName } from './wire';

const EVERY = 2000;

class CompileStatus {
  #cold = $state<GameName | null>(null);

  isCold(game: GameName): boolean {
    return this.#cold === game;
  }

  /** Ask until it is ready, or until what this returns is called. */
  watch(game: GameName): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const { is_ready } = await get<GameCard>(`/games/${encodeURIComponent(game)}`);
      this.#cold = is_ready ? null : game;
      if (!is_ready && timer !== undefined) later(EVERY);
    };
    const later = (wait: number): void => {
      timer = setTimeout(() => void ask().catch(() => undefined), wait);
    };
    later(0);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }
}

export const compileStatus = new CompileStatus();
