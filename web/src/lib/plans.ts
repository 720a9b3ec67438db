/** How somebody likes to play a game; kept in this browser. */
import type { Plan } from './opening';
import type { GameName } from './wire';

const KEY = 'tilewright.plans';

const FRESH: Omit<Plan, 'game'> = {
  players: 2,
  options: {},
  clock: { kind: 'none' },
  level: 2,
  rated: false,
  listed: false,
  names: [],
  isLocal: false,
};

function stored(): Record<string, Partial<Plan>> {
  try {
    const plans: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof plans === 'object' && plans !== null ? (plans as Record<string, Plan>) : {};
  } catch {
    return {};
  }
}

export function remembered(game: GameName, mode: string): Plan {
  return structuredClone({ ...FRESH, ...stored()[`${game} ${mode}`], game });
}

export function remember(mode: string, plan: Plan): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [`${plan.game} ${mode}`]: plan }));
  } catch {
    // A browser that keeps nothing: the next game is set up anew.
  }
}
