/** The ledger of a review, with made-up measurements. */
import { describe, expect, test } from 'vitest';

import { attribute, forfeitStep, type Account, type Step } from '../../src/engine/ledger';

const NO_SPREAD = [0, 0, 0, 0];

/** A step whose measurements agree with each other. */
function step(seat: number | null, before: number[], after: number[], ply = 1): Step {
  const change = after.map((one, n) => one - before[n]!);
  const spread = NO_SPREAD.slice(0, before.length);
  return { ply, seat, change, spread, before, ...(seat === null ? {} : { after }) };
}

const sum = ({ start, luck, own, others }: Account): number => start + luck + own + others;
const rounded = (account: Account) =>
  Object.fromEntries(
    Object.entries(account).map(([name, value]) => [name, Math.round(100 * value) / 100]),
  );

describe('attribute', () => {
  test('two_players_charges_each_change_to_who_made_it', () => {
    const steps = [
      step(0, [0.5, 0.5], [0.3, 0.7]),
      step(null, [0.3, 0.7], [0.4, 0.6]),
      step(1, [0.4, 0.6], [1, 0]),
    ];
    const { accounts, path } = attribute(steps, [1, 0]);
    const own = { seat: 0, start: 0.5, luck: 0.1, own: -0.2, others: 0.6, result: 1 };
    expect(accounts.map(rounded)).toEqual([
      own,
      { seat: 1, start: 0.5, luck: -0.1, own: -0.6, others: 0.2, result: 0 },
    ]);
    expect(path.map((one) => Math.round(100 * one[0]!))).toEqual([50, 30, 40, 100]);
  });

  test('measurements_that_disagree_still_add_up_to_the_result', () => {
    const steps = [
      { ...step(0, [0.5, 0.5], [0.2, 0.8]), spread: [0.05, 0.05] },
      { ...step(null, [0.6, 0.4], [0.7, 0.3]), spread: [0.1, 0.1] },
      { ...step(1, [0.3, 0.7], [0.4, 0.6]), spread: [0.02, 0.02] },
    ];
    for (const result of [
      [1, 0],
      [0, 1],
      [0.5, 0.5],
    ]) {
      const { accounts } = attribute(steps, result);
      accounts.forEach((account, seat) => {
        expect(account.result).toBe(result[seat]);
        expect(sum(account)).toBeCloseTo(result[seat]!, 12);
      });
    }
  });

  test('the_better_measurement_counts_more', () => {
    const sure = { ...step(0, [0.5, 0.5], [0.4, 0.6]), spread: [0.006, 0.006] };
    const vague = { ...step(1, [0.8, 0.2], [0.8, 0.2]), spread: [0.2, 0.2] };
    const { accounts } = attribute([sure, vague], [1, 0]);
    expect(accounts[0]!.own).toBeCloseTo(-0.1, 1);
  });

  test.each([3, 4])('%i_players_have_the_moves_of_all_others_in_one_sum', (players) => {
    const even = Array<number>(players).fill(1 / players);
    const ahead = even.map((share, seat) =>
      seat === 0 ? share + 0.2 : share - 0.2 / (players - 1),
    );
    const steps = [step(1, even, ahead), step(2, ahead, even), step(0, even, ahead)];
    const winner = even.map((_, seat) => Number(seat === 0));
    const { accounts } = attribute([...steps, step(null, ahead, winner)], winner);
    expect(accounts).toHaveLength(players);
    expect(accounts[0]!.own).toBeCloseTo(0.2, 2);
    expect(accounts[0]!.others).toBeCloseTo(0, 2);
    expect(accounts[1]!.own).toBeCloseTo(-0.2 / (players - 1), 2);
    for (const account of accounts) expect(sum(account)).toBeCloseTo(account.result, 12);
    const total = (name: 'start' | 'luck' | 'result') =>
      accounts.reduce((all, one) => all + one[name], 0);
    expect(total('start')).toBeCloseTo(1, 6);
    expect(total('luck')).toBeCloseTo(0, 6);
    expect(total('result')).toBe(1);
  });

  test('a_forfeit_is_charged_to_the_seat_that_gave_up', () => {
    const steps = [step(0, [0.5, 0.5], [0.6, 0.4]), forfeitStep(1, 0, 2)];
    const { accounts } = attribute(steps, [0, 1]);
    expect(accounts[0]!.own).toBeLessThan(-0.4);
    expect(accounts[0]!.others).toBe(0);
    expect(accounts[1]!.others).toBeGreaterThan(0.4);
    expect(sum(accounts[0]!)).toBeCloseTo(0, 12);
  });

  test('an_expectation_of_0_is_a_measurement', () => {
    const vague = { ...step(0, [0, 1], [0, 1]), spread: [0.5, 0.5] };
    const { path } = attribute([vague, forfeitStep(1, 1, 2)], [1, 0]);
    expect(path[0]![0]).toBeCloseTo(0, 2);
    expect(path[1]![0]).toBeCloseTo(0, 2);
  });

  test('a_game_for_one_has_totals', () => {
    const steps = [step(0, [90], [96]), step(null, [96], [93]), step(0, [93], [93])];
    const [account] = attribute(steps, [93]).accounts;
    expect(rounded(account!)).toEqual({
      seat: 0,
      start: 90,
      luck: -3,
      own: 6,
      others: 0,
      result: 93,
    });
  });
});

// --- By hand: a measurement of a step, of an error, and one before it ---

test.each([
  // 1 - 0.3 by the step, 0.5 by the search, both of the error 0.04.
  [0.3, 0.04, 0.5, 1, 0.6],
  // A step of twice the error counts a quarter.
  [0.3, 0.08, 0.5, 1, (0.7 + 4 * 0.5) / 5],
  // Near 0 and 1 a search is sure to 0.01, not more.
  [0, 0.01, 0.02, 0.1, 0.06],
  [0, 0.01, 0.98, 0.9, 0.94],
  // A step is sure to 0.006, whatever it says: 1600 to 36.
  [0.3, 0, 0.5, 1, (1600 * 0.7 + 36 * 0.5) / 1636],
])(
  'a_change_of_%d_with_the_error_%d_after_%d_to_%d_begins_at_%d',
  (change, spread, before, result, start) => {
    const one: Step = {
      ply: 1,
      seat: 0,
      change: [change, 0],
      spread: [spread, 1],
      before: [before, 0],
    };
    const { path, accounts } = attribute([one], [result, 0]);
    expect(path[0]![0]).toBeCloseTo(start, 9);
    expect(path[1]).toEqual([result, 0]);
    expect(accounts[0]!.own).toBeCloseTo(result - start, 9);
  },
);

test('shares_stay_between_0_and_1', () => {
  const high: Step = { ply: 1, seat: 0, change: [-0.5, 0.5], spread: [0.01, 0.01] };
  expect(attribute([high], [0.9, 0.1]).path[0]).toEqual([1, 0]);
});

test('totals_of_a_game_for_one_are_sure_to_a_fifth_of_a_point', () => {
  // 100 by the step (error 0.2, weight 25), 74 by the search (error 1, weight 1).
  const one: Step = { ply: 1, seat: 0, change: [-10], spread: [0], before: [74] };
  expect(attribute([one], [90]).path[0]![0]).toBeCloseTo((25 * 100 + 74) / 26, 9);
});
