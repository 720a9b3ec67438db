/** The games that this device can play without a server, if the site has their modules. */
import { loadLocalServer } from './local-tables';
import type { EngineCard, GameName } from './wire';

class LocalGames {
  games = $state.raw<Record<GameName, EngineCard>>({});

  /** Fetch the list of engines; without an answer, return those already known. */
  async refresh(): Promise<Record<GameName, EngineCard>> {
    return (this.games = await (await loadLocalServer()).listEngines());
  }
}

export const localGames = new LocalGames();
