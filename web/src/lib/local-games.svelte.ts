/** The games that this device can play by itself, as far as the site has their modules. */
import { device } from './local-tables';
import type { EngineCard, GameName } from './wire';

class Engines {
  games = $state.raw<Record<GameName, EngineCard>>({});

  /** Fetch the list of engines; without an answer, return those already known. */
  async look(): Promise<Record<GameName, EngineCard>> {
    return (this.games = await (await device()).listEngines());
  }
}

export const engines = new Engines();
