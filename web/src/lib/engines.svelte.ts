/** The games that this device can play by itself, as far as the site has their modules. */
import { device } from './local';
import type { EngineCard, GameName } from './wire';

class Engines {
  games = $state.raw<Record<GameName, EngineCard>>({});

  /** Ask which there are; where nobody answers, those we know. */
  async look(): Promise<Record<GameName, EngineCard>> {
    return (this.games = await (await device()).listEngines());
  }
}

export const engines = new Engines();
