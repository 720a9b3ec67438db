import { beforeAll, describe, expect, it } from 'vitest';

import type { SeatLook } from '../src/games/board';
import { FACES } from '../src/games/faces';
import type { AccountShown, Box, DecisionShown, ReviewShown } from '../src/lib/wire';
import { change, closing, instructive, reasonsOf } from '../src/parts/replay/closing';
import { stairsOf } from '../src/parts/replay/stairs';
import { speak } from './speak';

const account = (seat: number, place: number, score: number): AccountShown => ({
  seat,
  place,
  score,
  gave_up: false,
  start: 0.5,
  luck: -0.24,
  own: -0.06,
  others: 0.15,
  result: 0.35,
  adjusted: 0.59,
  error: 0.1,
});
const REVIEW: ReviewShown = {
  game: 'my-shelfie',
  iterations: 300,
  decisions: [],
  chance: [
    { ply: 0, event: 'deal', luck: [0.01, -0.01] },
    { ply: 4, event: 'refill', luck: [-0.05, 0.05] },
    { ply: 9, event: 'refill', luck: [-0.11, 0.11] },
  ],
  steps: [
    { ply: 0, outlook: [0.6, 0.4] },
    { ply: 1, seat: 0, outlook: [0.5, 0.5] },
    { ply: 1, outlook: [0.75, 0.25] },
    { ply: 2, seat: 1, outlook: [0.35, 0.65] },
  ],
  seats: [account(0, 2, 30), account(1, 1, 34)],
};
const decision = (ply: number, seat: number, loss: number, why: DecisionShown['why'] = []) =>
  ({ ply, seat, loss, why }) as DecisionShown;
const SEATS = ['Anna', 'Bot'].map((name, seat) => ({ seat, name }) as SeatLook);

beforeAll(() => speak('en'));

describe('the closing sentence', () => {
  it('tells the end, the moves and what chance did most', () => {
    expect(closing(REVIEW, REVIEW.seats[0]!)).toBe(
      'Lost by 4. Own moves −6%, the others’ +15%, luck −24%; refill 2 alone −11%. ' +
        'Without the luck: 59% ± 10%.',
    );
  });

  it('knows games without chance, ties and those who gave up', () => {
    const even = { ...REVIEW, chance: [], seats: [account(0, 1, 30), account(1, 2, 30)] };
    expect(closing(even, even.seats[0]!)).toMatch(/^Won on the tie-break.*left to chance\.$/);
    const given = { ...REVIEW, seats: [{ ...account(0, 2, 9), gave_up: true }, account(1, 1, 3)] };
    expect(given.seats.map((one) => closing(given, one).split('.')[0])).toEqual([
      'Gave up',
      'Won, as others gave up',
    ]);
    expect(change(-0.001)).toBe('±0%');
  });
});

it('puts first what the reader did, what can be explained, and what cost most', () => {
  const why = [{ key: 'ms-why-fills', facts: {}, text: '' }];
  const decisions = [
    decision(1, 1, 0.5, why),
    decision(2, 0, 0.1),
    decision(3, 0, 0.07, why),
    decision(4, 0, 0.2),
  ];
  expect(instructive(decisions, [0]).map(({ ply }) => ply)).toEqual([3, 4, 2, 1]);
});

describe('the graph', () => {
  const frame = { width: 140, height: 120, left: 20, right: 20, top: 10, bottom: 10 };
  const stairs = stairsOf(REVIEW, 0, [decision(1, 1, 0.4)], frame);

  it('has bars for luck and steps for moves', () => {
    expect(stairs.path).toBe('M20 60H32.5V50H57.5V60H82.5V35H107.5V75H120');
    expect(stairs.bars).toEqual([
      { x: 20, y: 50, height: 10 },
      { x: 70, y: 35, height: 25 },
    ]);
    expect(stairs.marks).toEqual([107.5]);
  });

  it('leads to a move before it is played and to luck once it is there', () => {
    expect([-5, 50, 75, 139].map(stairs.plyAt)).toEqual([0, 0, 1, 1]);
    expect([0, 1, 2].map(stairs.at)).toEqual([57.5, 107.5, 107.5]);
  });

  it('is another for another seat', () => {
    expect(stairsOf(REVIEW, 1, [], frame).path).toMatch(/^M20 60H32.5V70/);
  });
});

describe('reasons', () => {
  const box = { goals: [{ key: 'cross' }], tiles: [{ colour: 'r', cost: 5, tasks: [] }] };
  const say = (game: string, key: string, facts: Record<string, unknown>) =>
    reasonsOf([{ key, facts, text: '' }], FACES.get(game)!, box as unknown as Box, SEATS);

  it('name things as their game does', () => {
    expect(say('nova-luna', 'nl-why-answer', { tile: 1, seat: 1, tasks: 2 })).toEqual([
      'Leaves red 5 to Bot, who covers 2 tasks with it.',
    ]);
    expect(say('polyssimo', 'pc-why-lost', { pieces: 'F, W', count: 2 })).toEqual([
      'Nowhere is left for one’s own F and W; after the best move there is room.',
    ]);
    expect(say('my-shelfie', 'ms-why-joins', { type: 'C', size: 3 })).toEqual([
      'The best move brings 3 cats together.',
    ]);
  });

  it('without words are left out', () => {
    expect(say('my-shelfie', 'xx-why-not', {})).toEqual([]);
  });
});
