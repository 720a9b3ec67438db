/** The reader's last set-up of each game, kept in this browser. */
import type { TableSetup } from './create-table';
import type { GameName } from './wire';

const KEY = 'tilewright.plans';

const FRESH: Omit<TableSetup, 'game'> = {
  players: 2,
  options: {},
  clock: { kind: 'none' },
  level: 2,
  rated: false,
  listed: false,
  names: [],
  isLocal: false,
};

function stored(): Record<string, Partial<TableSetup>> {
  try {
    const plans: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof plans === 'object' && plans !== null ? (plans as Record<string, TableSetup>) : {};
  } catch {
    return {};
  }
}

export function loadPrefs(game: GameName, mode: string): TableSetup {
  return structuredClone({ ...FRESH, ...stored()[`${game} ${mode}`], game });
}

/** Remember a plan for the next time; its game is the last game from now on. */
export function savePrefs(mode: string, plan: TableSetup): void {
  const key = `${plan.game} ${mode}`;
  const others = Object.entries(stored()).filter(([other]) => other !== key);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [key, plan]])));
  } catch {
    // The browser stores nothing: the next game is set up from the beginning.
  }
}

/** Return the game that was set up last; null if none was. */
export const lastGame = (): GameName | null => Object.keys(stored()).at(-1)?.split(' ')[0] ?? null;

/** Return true if the reader has played a game against bots. */
export const isKnown = (game: GameName): boolean => `${game} bots` in stored();
