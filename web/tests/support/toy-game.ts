/**
 * A toy game for the engine's tests: each move adds 1, 2 or 3 to the mover's score, seats move in turn, and the
 * game ends after twelve moves. The highest score wins; of equal scores the earlier seat.
 */
import { Engines, type Engine } from '../../src/engine/engines';
import type { Action, Game, State } from '../../src/engine/game';
import type { SavedGame } from '../../src/engine/match';
import type { SearchResult } from '../../src/engine/search-queue';
import type { GameCard, Occupant, Seat, TableEvent, Terms } from '../../src/lib/wire';

const LAST_PLY = 12;
const [PLY, MOVER, PLAYERS, OVER, SCORES] = [0, 1, 2, 3, 4];
const FIELDS: Record<string, number> = { ply: PLY, mover: MOVER, players: PLAYERS, over: OVER };
const MOVES = ['add 1', 'add 2', 'add 3'];
const LEVEL = { overlooks: 0, misjudges: 0, iterations: 1, looks: false, among: {} };

export const CARD = {
  players: [2, 3, 4],
  bots: [{ name: 'random' }, { name: 'level-1' }],
  options: [
    {
      name: 'handicap',
      help: '',
      default: 'none',
      kind: 'numbers',
      values: [],
      numbers: [2, 3, 4].map((players) => ({ players, highest: 9, most: 20, suggested: [] })),
    },
  ],
} as unknown as GameCard;

class Toy {
  readonly name = 'toy';
  readonly module = {
    manifest: {
      bots: {
        levels: [LEVEL],
        first_levels: [LEVEL],
        stand_in: 'random',
        seconds: 1,
        nodes: 9,
        forecast: 1,
        learnt: '',
      },
      marks: { handicap: '+' },
    },
    has: () => false,
  };

  deal = (_seed: bigint, players: number): State => Uint8Array.of(0, 0, players, 0, 0, 0, 0, 0);
  get = (state: State, field: string): number => state[FIELDS[field]!]!;
  players = (state: State): number => state[PLAYERS]!;
  isOver = (state: State): boolean => state[OVER] === 1;
  legal = (state: State): Action[] => (this.isOver(state) ? [] : [0, 1, 2]);
  moves = (_state: State, actions: ArrayLike<Action>): string[] =>
    Array.from(actions, (action) => MOVES[action]!);
  find = (state: State, move: string): Action | null =>
    this.legal(state).find((action) => MOVES[action] === move) ?? null;
  view = (state: State): State => state.slice();
  determinize = (state: State): State => state.slice();
  choose = (): Action => 0;
  scene = (state: State) => ({ ply: state[PLY] });
  effect = (state: State, action: Action) => ({ move: MOVES[action]!, seat: state[MOVER]! });

  after(state: State, action: Action): State {
    const next = state.slice();
    next[PLY]!++;
    next[MOVER] = (state[MOVER]! + 1) % state[PLAYERS]!;
    next[OVER] = Number(next[PLY] === LAST_PLY);
    next[SCORES + state[MOVER]!]! += action + 1;
    return next;
  }

  standing(state: State) {
    const scores = [...state.slice(SCORES, SCORES + state[PLAYERS]!)];
    const order = scores.map((_, seat) => seat).sort((a, b) => scores[b]! - scores[a]!);
    return { scores, places: scores.map((_, seat) => order.indexOf(seat) + 1) };
  }
}

export const TOY = new Toy() as unknown as Game;

/** A search that `level-1` waits for: a test answers with `found`, however late. */
export interface Asked {
  signal: AbortSignal;
  found: (action: Action) => void;
}

export class ToyEngines extends Engines {
  readonly asked: Asked[] = [];

  constructor() {
    super(() => Promise.reject(new Error('the toy has no files')));
  }

  override open(): Promise<Engine> {
    const think = (_view: State, { signal }: { signal: AbortSignal }) =>
      new Promise<SearchResult>((resolve) =>
        this.asked.push({
          signal,
          found: (action) =>
            resolve({
              candidates: [{ action, visits: 1, value: 0, prior: 0 }],
              iterations: 1,
              expectation: [],
            }),
        }),
      );
    const weights = () => Promise.resolve(undefined);
    return Promise.resolve({
      game: TOY,
      listed: { card: CARD },
      searchQueue: { search: think },
      weights,
    } as unknown as Engine);
  }
}

// --- Logs ---

export const terms = (players: number, more: Partial<Terms> = {}): Terms => ({
  game: 'toy',
  players,
  options: {},
  clock: { kind: 'none' },
  rated: false,
  talk: false,
  stand_in: 'random',
  grace: null,
  start: null,
  day: null,
  deal: null,
  ...more,
});

export const opened = (given: Terms): TableEvent => ({
  kind: 'opened',
  at: 1,
  terms: given,
  host: 'local',
  commitment: '',
  reserved: new Array<null>(given.players).fill(null),
  chance: 'seed',
  quick: false,
});

export const sat = (seat: Seat, who: Occupant): TableEvent => ({
  kind: 'sat',
  at: 1,
  seat,
  who,
  salt: '',
});

export const LOCAL_PLAYER: Occupant = { kind: 'person', id: 'local', name: 'Me' };
export const BOT: Occupant = { kind: 'bot', name: 'level-1' };

/** A game that has begun, `seats` taken in this order. */
export const begun = (seats: Occupant[], given = terms(seats.length)): SavedGame => ({
  id: 'local-toy',
  created: 1,
  seed: '1',
  start: null,
  events: [opened(given), ...seats.map((who, seat) => sat(seat, who)), { kind: 'started', at: 2 }],
});

export const forfeited = (seat: Seat): TableEvent => ({
  kind: 'forfeited',
  at: 3,
  seat,
  reason: 'resigned',
});

export const moved = (seat: Seat, move: string): TableEvent => ({
  kind: 'moved',
  at: 3,
  seat,
  move,
  author: null,
  move_id: null,
});
