import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { AttemptShown, PuzzleCard, PuzzleList, PuzzleShown } from '../../../src/lib/wire';
import {
  ratingAfter,
  nearest,
  shownRating,
  ratingOf,
  type SolverRating,
} from '../../../src/parts/puzzles/puzzle-rating';
import {
  RATED_RUN,
  PuzzleSession,
  TIMED_RUN,
  DAILY,
} from '../../../src/parts/puzzles/puzzle-session.svelte';

const { get, post, callLocal, OUT } = vi.hoisted(() => ({
  get: vi.fn(),
  post: vi.fn(),
  callLocal: vi.fn(),
  OUT: new Error('out'),
}));
vi.mock('../../../src/lib/api', () => ({
  get,
  post,
  isUnreachable: (error: unknown) => error === OUT,
}));
vi.mock('../../../src/lib/local-tables', () => ({ callLocal }));
vi.mock('../../../src/lib/notices.svelte', () => ({
  withNotice: (work: Promise<unknown>) => work,
}));
let isAccount = false;
let isUnreachable = false;
vi.mock('../../../src/lib/identity.svelte', () => ({
  identity: {
    need: () => Promise.resolve(),
    look: () => Promise.resolve({ kind: isAccount ? 'account' : 'guest' }),
  },
}));

const card = (id: string, rating: number, kind = 'win'): PuzzleCard => ({ id, kind, rating });
const LIST: PuzzleList = {
  game: 'some-game',
  kinds: { win: 'Win.', save: 'Save.' },
  today: 'hard',
  puzzles: [card('easy', 20), card('fair', 26), card('other', 27, 'save'), card('hard', 60)],
};
const RIGHT = 'b2';

const kept = new Map<string, string>();
beforeEach(() => {
  isAccount = isUnreachable = false;
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  get.mockReset().mockImplementation((path: string) => {
    if (path.endsWith('/solver')) {
      return Promise.resolve({ rating: 40, tries: [{ puzzle: 'hard', is_right: true }] });
    }
    if (isUnreachable) return Promise.reject(OUT);
    if (path.endsWith('/some-game')) return Promise.resolve(LIST);
    return Promise.resolve(shown(path.slice('/puzzles/some-game/'.length)));
  });
  post
    .mockReset()
    .mockImplementation((path: string, body: { move?: string; moves?: string[] }) =>
      Promise.resolve(path.endsWith('/study') ? drawn(body.moves!) : judge(body.move!)),
    );
});

function shown(puzzle: string): PuzzleShown {
  const one = LIST.puzzles.find(({ id }) => id === puzzle)!;
  return { ...one, game: 'some-game', seat: 1, position: 'p', target: null };
}

const drawn = (moves: string[]) => ({
  legal: ['a1', RIGHT],
  played: moves.map((move) => ({ move })),
  effects: [],
});

function judge(move: string | null): AttemptShown {
  const isTold = move === RIGHT || move === null;
  return {
    is_right: move === RIGHT,
    answers: isTold ? [RIGHT] : [],
    position: 'q',
    rating: isAccount ? 41 : null,
    line: [move ?? RIGHT, 'c3', 'd4'],
  };
}

async function enter(way: string): Promise<PuzzleSession> {
  const solving = await PuzzleSession.of('some-game');
  await solving.next(way);
  return solving;
}

describe('a puzzle', () => {
  it('is the daily one, one near the rating, or one of a kind', async () => {
    expect((await enter(DAILY)).puzzle?.id).toBe('hard');
    expect((await enter(RATED_RUN)).puzzle?.id).toBe('fair');
    expect((await enter('save')).puzzle?.id).toBe('other');
  });

  it('is followed by one that was not tried', async () => {
    const solving = await enter(RATED_RUN);
    await solving.play(RIGHT);
    await solving.next(RATED_RUN);
    expect(solving.puzzle?.id).toBe('other');
  });

  it('shows the refutation of a wrong move and allows another attempt', async () => {
    const solving = await enter(RATED_RUN);
    expect(solving.moves).toEqual(['a1', RIGHT]);
    await solving.play('a1');
    expect([solving.judged?.is_right, solving.moves, solving.at]).toEqual([false, null, 1]);
    await solving.walk(2);
    expect(solving.last).toEqual({ move: 'c3' });
    await solving.walk(9);
    expect(solving.at).toBe(3);
    await solving.again();
    expect([solving.judged, solving.moves, solving.last]).toEqual([null, ['a1', RIGHT], null]);
  });

  it('counts the first attempt only', async () => {
    const solving = await enter(RATED_RUN);
    await solving.play('a1');
    const { rating } = solving.solver;
    expect(rating).toBeLessThan(25);
    await solving.again();
    await solving.play(RIGHT);
    expect(solving.solver.rating).toBe(rating);
    expect(ratingOf('some-game')).toEqual({ rating, tried: { fair: false } });
  });

  it('counts by the server’s answer for an account', async () => {
    isAccount = true;
    const solving = await enter(RATED_RUN);
    expect([solving.puzzle?.id, solving.solver.rating]).toEqual(['other', 40]);
    await solving.play(RIGHT);
    expect(solving.solver).toEqual({ rating: 41, tried: { hard: true, other: true } });
    expect(kept.size).toBe(0);
  });

  it('counts as failed when given up', async () => {
    const solving = await enter(RATED_RUN);
    await solving.play(null);
    const sent = { move: null, is_rated: true };
    expect(post).toHaveBeenCalledWith('/puzzles/some-game/fair/attempts', sent);
    expect([solving.judged?.answers, solving.solver.tried]).toEqual([[RIGHT], { fair: false }]);
  });
});

it('puzzle is taken from this device if no server answers', async () => {
  isUnreachable = true;
  const answers: Record<string, (request: { puzzle: string; move: string }) => unknown> = {
    listPuzzles: () => LIST,
    getPuzzle: ({ puzzle }) => shown(puzzle),
    tryPuzzle: ({ move }) => judge(move),
    study: () => drawn([]),
  };
  callLocal.mockImplementation(async (method: string, request: never) => answers[method]!(request));
  const solving = await enter(RATED_RUN);
  await solving.play('a1');
  expect(ratingOf('some-game').tried).toEqual({ fair: false });
  expect(get.mock.calls).toEqual([['/puzzles/some-game']]);
  expect(post).not.toHaveBeenCalled();
  expect(callLocal).toHaveBeenCalledWith('study', expect.objectContaining({ game: 'some-game' }));
});

describe('a streak', () => {
  afterEach(() => vi.useRealTimers());

  it('continues with a harder puzzle, and ends with a wrong move', async () => {
    const solving = await enter(TIMED_RUN);
    expect([solving.puzzle?.id, solving.streak.left]).toEqual(['easy', 180_000]);
    await solving.play(RIGHT);
    expect([solving.puzzle?.id, solving.judged, solving.streak.count]).toEqual(['fair', null, 1]);
    await solving.play('a1');
    expect([solving.judged?.is_right, solving.streak.isOn]).toEqual([false, false]);
    expect(post).toHaveBeenCalledWith(expect.anything(), { move: 'a1', is_rated: false });
  });

  it('leaves the rating, and stores its best', async () => {
    const solving = await enter(TIMED_RUN);
    await solving.play(RIGHT);
    await solving.play('a1');
    expect(ratingOf('some-game').rating).toBe(25);
    expect(ratingOf('some-game').tried).toEqual({ easy: true, fair: false });
    await solving.next(TIMED_RUN);
    expect([solving.streak.count, solving.streak.best]).toEqual([0, 1]);
    expect((await enter(RATED_RUN)).streak.best).toBe(1);
  });

  it('ends when the time is up, and shows the answer', async () => {
    vi.useFakeTimers();
    const solving = await enter(TIMED_RUN);
    await vi.advanceTimersByTimeAsync(181_000);
    expect([solving.streak.left <= 0, solving.judged?.answers]).toEqual([true, [RIGHT]]);
    expect(post).toHaveBeenCalledWith(expect.anything(), { move: null, is_rated: false });
    await solving.next(RATED_RUN);
    await solving.play(null);
    expect(post).toHaveBeenCalledWith(expect.anything(), { move: null, is_rated: true });
  });
});

describe('a rating', () => {
  const solver: SolverRating = { rating: 25, tried: {} };

  it('gains more by hard puzzles, and less with each attempt', () => {
    const gain = (one: SolverRating, rating: number) =>
      ratingAfter(one, card('x', rating), true).rating - 25;
    expect(gain(solver, 25)).toBeCloseTo(3);
    expect(gain(solver, 60)).toBeGreaterThan(5.9);
    const tried = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}`, true]));
    expect(gain({ rating: 25, tried }, 25)).toBeCloseTo(0.5);
  });

  it('ignores unreadable storage', () => {
    kept.set('tilewright.puzzles', 'nonsense');
    expect(ratingOf('some-game').rating).toBe(25);
    kept.set('tilewright.puzzles', 'null');
    expect(ratingOf('some-game').tried).toEqual({});
  });

  it('repeats tried puzzles when all were tried', () => {
    const tried = { easy: true, fair: true, other: true, hard: true };
    expect(nearest(LIST.puzzles, { rating: 25, tried }, 'fair').id).toBe('other');
  });
});

it('ratings are shown around 1500, 400 points for odds of 10 to 1', () => {
  expect(shownRating(25)).toBe(1500);
  expect(shownRating(25 + 5.9 * Math.LN10)).toBe(1900);
  expect(shownRating(25 - 5.9 * Math.LN10)).toBe(1100);
});
