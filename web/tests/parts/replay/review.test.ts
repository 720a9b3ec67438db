/** A review on the page: its sentences, bars, curve and moments. */
import { beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';

import type { Account, Step } from '../../../src/engine/ledger';
import type { Finding } from '../../../src/engine/review';
import type { SeatView } from '../../../src/games/board';
import { httpApi } from '../../../src/lib/table-api';
import { Review } from '../../../src/parts/replay/review.svelte';
import {
  barsOf,
  summaryText,
  curveOf,
  momentsOf,
  slipsOf,
  type End,
} from '../../../src/parts/replay/review-summary';
import { speak } from '../../support/languages';

const asked = vi.hoisted(() => ({
  games: [] as object[],
  answer: (() => undefined) as (found: unknown[] | Error) => void,
  progress: (() => undefined) as (done: number) => void,
  closed: 0,
}));

vi.mock('../../../src/lib/local-tables', () => ({
  isLocal: () => false,
  openLocalSocket: () => undefined,
  ME: 'local',
  loadLocalServer: () =>
    Promise.resolve({
      ReviewPool: class {
        review(game: object, signal: AbortSignal, onProgress: (done: number) => void) {
          asked.games.push(game);
          asked.progress = onProgress;
          return new Promise((resolve, reject) => {
            asked.answer = (found) => (found instanceof Error ? reject(found) : resolve(found));
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          });
        }
        close() {
          asked.closed++;
        }
      },
    }),
}));

const account = (change: Partial<Account> = {}): Account => ({
  ...{ seat: 0, start: 0.5, luck: 0, own: 0, others: 0, result: 1 },
  ...change,
});
const seat = (isMe = true) => ({ seat: 0, name: 'Anna', isMe }) as SeatView;
const end = (change: Partial<End> = {}): End => ({
  ...{ seat: seat(), players: 2, place: 1, forfeits: [], total: null },
  ...change,
});

const step = (seat: number | null, ply: number, change: number[]): Step => ({
  ...{ seat, ply, change, spread: change.map(() => 0) },
});
function finding(ply: number, seat: number, loss: number, error = 0.01): Finding {
  const effect = { move: 'a', seat, next: 1 - seat, ends: false } as Finding['played'];
  const steps = [step(seat, ply + 1, [-loss, loss])];
  return { ply, seat, loss, error, played: effect, best: { ...effect, move: 'b' }, steps };
}

beforeAll(() => speak('en'));

describe('the sentences', () => {
  it('name the winner, who lost more by mistakes, and the effect of luck', () => {
    expect(summaryText(account({ own: -0.2, others: 0.5, luck: 0.1 }), end(), true)).toBe(
      'You won. Your opponent gave away more than you did. Luck helped you a little.',
    );
    expect(
      summaryText(account({ own: -0.6, others: 0.2, luck: -0.3 }), end({ place: 2 }), true),
    ).toBe('You lost. You gave away more than your opponent did. Luck was against you.');
  });

  it('omit minor causes', () => {
    expect(summaryText(account({ own: -0.3, others: 0.31 }), end(), false)).toBe(
      'You won. You and your opponent gave away about the same.',
    );
    expect(summaryText(account(), end(), true)).toBe(
      'You won. Hardly a move could have been better. Luck was even.',
    );
  });

  it('cover several players, solo games and forfeits', () => {
    const several = end({ players: 4, place: 3 });
    expect(summaryText(account({ own: -0.5 }), several, true)).toBe(
      'You took place 3. You gave away more than the others did. Luck was even.',
    );
    const alone = end({ players: 1, total: 93 });
    expect(summaryText(account({ luck: -3 }), alone, true)).toBe(
      'A total of 93. Luck helped you a little.',
    );
    expect(summaryText(account(), end({ forfeits: ['resigned'], place: 2 }), false)).toMatch(
      /^You resigned\./,
    );
    expect(summaryText(account(), end({ forfeits: [undefined, 'time'] }), false)).toMatch(
      /^You won: not everyone played to the end\./,
    );
  });

  it('give a spectator only the result', () => {
    expect(summaryText(account({ own: -0.5 }), end({ seat: seat(false) }), true)).toBe('Anna won.');
  });
});

describe('bars', () => {
  const lengths = (found: ReturnType<typeof barsOf>) =>
    found.map(({ kind, length }) => [kind, Math.round(100 * length) / 100]);

  it('are scaled to the longest, towards the side that gained', () => {
    expect(lengths(barsOf(account({ luck: 0.2, own: -0.4, others: 0.1 }), 2, true))).toEqual([
      ['luck', 0.5],
      ['own', -1],
      ['others', 0.25],
    ]);
  });

  it('omit luck without chance, and others in a solo game', () => {
    expect(lengths(barsOf(account({ own: -0.15 }), 2, false))).toEqual([
      ['own', -0.5],
      ['others', 0],
    ]);
    expect(lengths(barsOf(account({ own: 15, luck: -30 }), 1, true, -1))).toEqual([
      ['luck', 1],
      ['own', -0.5],
    ]);
  });
});

describe('moments', () => {
  const findings = [
    finding(0, 0, 0.05),
    finding(1, 1, 0.4),
    finding(2, 0, 0.2),
    finding(4, 0, 0.04, 0.02),
    finding(6, 0, 0.1),
    finding(8, 0, 0.3),
  ];

  it('are the three moves of the reader that lost most, in order of play', () => {
    expect(momentsOf(findings, [0]).map(({ ply }) => ply)).toEqual([2, 6, 8]);
  });

  it('subtract the error', () => {
    expect(slipsOf(findings, [0]).map(({ ply }) => ply)).toEqual([8, 2, 6, 0]);
  });

  it('are of all seats for a spectator', () => {
    expect(momentsOf(findings, []).map(({ ply }) => ply)).toEqual([1, 2, 8]);
  });
});

test('curve_has_the_expectation_after_the_last_step_of_each_ply', () => {
  const steps = [step(0, 1, [-0.1, 0.1]), step(null, 1, [0.2, -0.2]), step(1, 2, [0, 0])];
  const path = [0.5, 0.4, 0.6, 1].map((one) => [one, 1 - one]);
  const review = { steps, ledger: { path, accounts: [] } };
  expect(curveOf(review, 0)).toEqual([
    { ply: 0, value: 0.5 },
    { ply: 1, value: 0.6 },
    { ply: 2, value: 1 },
  ]);
});

describe('Review', () => {
  const newReview = () =>
    new Review({
      source: { table: 'k7f2' },
      players: 2,
      first: 0,
      places: [1, 2],
      scores: [9, 5],
      chairs: [{}, {}],
      moveHistory: [{ ply: 0, seat: 0, move: 'a' }],
      api: httpApi((rest) => `/tables/k7f2${rest}`),
    } as never);
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  let states: Response;

  beforeEach(() => {
    [asked.games, asked.closed] = [[], 0];
    states = Response.json({ version: 'dev', game: 'toy', first: 0, states: ['a', 'b'] });
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(
        path.endsWith('/states') ? states : Response.json({ id: 'me', name: 'me', kind: 'guest' }),
      ),
    );
  });

  test('start_measures_once_and_tells_how_far_it_is', async () => {
    const review = newReview();
    const done = [review.start(), review.start()];
    await vi.waitFor(() => expect(asked.games).toHaveLength(1));
    asked.progress(1);
    expect([review.done, review.isWorking]).toEqual([1, true]);
    asked.answer([finding(0, 1, 0.4)]);
    await Promise.all(done);
    expect(asked.games).toEqual([{ game: 'toy', states: ['a', 'b'], moves: ['a'] }]);
    expect(review.ledger!.accounts.map(({ result }) => result)).toEqual([1, 0]);
    expect([review.isWorking, asked.closed]).toEqual([false, 1]);
  });

  test('stop_ends_it_without_a_word_and_it_can_begin_again', async () => {
    const review = newReview();
    const stopped = review.start();
    await vi.waitFor(() => expect(asked.games).toHaveLength(1));
    review.stop();
    await stopped;
    expect([review.problem, review.isWorking, review.ledger]).toEqual([null, false, null]);
    void review.start();
    await vi.waitFor(() => expect(asked.games).toHaveLength(2));
  });

  test('failure_is_told', async () => {
    states = Response.json({ code: 'no_hints', message: 'it counts' }, { status: 409 });
    const review = newReview();
    await review.start();
    await settled();
    expect(review.problem).toMatchObject({ code: 'no_hints' });
    expect(review.isWorking).toBe(false);
  });
});
