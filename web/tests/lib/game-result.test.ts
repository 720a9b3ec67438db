/** The end of games: the count, what decided it, the best so far, one thing to learn. */
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { GAMES } from '../../src/games/registry';
import { plainMeta } from '../../src/games/plain/plain-ui';
import { bestBefore, byPlace, decidedBy } from '../../src/lib/game-result';
import shelfie from '../fixtures/my-shelfie-over.json';
import luna from '../fixtures/nova-luna-over.json';
import solo from '../fixtures/nova-luna-solo-over.json';
import polyssimo from '../fixtures/polyssimo-over.json';
import { speak } from '../support/languages';

const seats = ['Anna', 'Bert', 'Carl', 'Dora'].map((name, seat) => ({ seat, name }));

beforeAll(() => speak());

describe('the count on the board', () => {
  it.each([
    ['my-shelfie', shelfie],
    ['nova-luna', luna],
    ['polyssimo', polyssimo],
  ])('shows every point of %s once', async (game, fixture) => {
    const { count } = await GAMES.get(game)!.loadComponents();
    const { box, scene } = fixture as unknown as typeof luna;
    const steps = count!({ box, scene, seats } as never);
    const sums = scene.seats.map(() => 0);
    for (const { seat, points, at } of steps.flat()) {
      sums[seat]! += points;
      expect(at.length).toBeGreaterThan(0);
    }
    // The points of My Shelfie; in the others what is left, of squares or of discs.
    const sides = scene.seats as unknown as { left?: number; discs?: number }[];
    const left = sides.map((side) => side.left ?? side.discs);
    expect(sums).toEqual(game === 'my-shelfie' ? scene.scores : left);
    expect(steps.every((gains) => gains.length > 0)).toBe(true);
  });
});

describe('the best total so far', () => {
  it('counts each earlier table once', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    expect(bestBefore('a', 'solo', 126)).toBeNull();
    expect(bestBefore('b', 'solo', 138)).toBe(126);
    expect(bestBefore('b', 'solo', 138)).toBe(126);
    expect(bestBefore('c', 'solo', 98)).toBe(126);
    expect(bestBefore('d', 'solo', 99)).toBe(98);
    vi.unstubAllGlobals();
  });
});

describe('what a loser can learn', () => {
  it('is one sentence, and empty for a solo game that reached the mark', () => {
    const advice = (game: string, fixture: object, seat: number) => {
      const { box, scene } = fixture as typeof luna;
      return GAMES.get(game)!.advice!({ box, scene, seats } as never, seat);
    };
    const loser = (fixture: { scene: { places: number[] } }) => fixture.scene.places.indexOf(2);
    expect(advice('my-shelfie', shelfie, loser(shelfie))).toMatch(/^Next time: /);
    expect(advice('nova-luna', luna, loser(luna))).toMatch(/^Next time: /);
    const isMissed = GAMES.get('nova-luna-solo')!.isMissed!(solo.scene as never);
    expect(advice('nova-luna-solo', solo, 0)).toMatch(isMissed ? /^Next time: / : /^$/);
  });
});

describe('what decided it', () => {
  const decided = (game: string, fixture: object, change: object = {}) => {
    const { box, scene } = fixture as typeof luna;
    return GAMES.get(game)!.decided!({ box, scene: { ...scene, ...change }, seats } as never);
  };

  it('is the row with the widest lead, or none without a lead', () => {
    const rows = [
      { name: 'Groups', points: [5, 9] },
      { name: 'Goals', points: [12, 4] },
    ];
    expect(decidedBy(rows, [1, 2])).toBe('Goals made the difference: 12 to 4.');
    expect(decidedBy(rows, [2, 1])).toBe('Groups made the difference: 9 to 5.');
    expect(decidedBy([rows[0]!], [1, 2])).toBe('');
    expect(decidedBy([{ name: 'Goals', points: [4, 4] }], [1, 2])).toBe('');
    const three = [{ name: 'Groups', points: [1, 20, 9] }, ...rows.slice(1)];
    three[1]!.points.push(6);
    expect(decidedBy(three, [1, 3, 2])).toBe('Goals made the difference: 12 to 6.');
    expect(byPlace([3, 1, 2])).toEqual([1, 2, 0]);
  });

  it('exists for every game, and is the tie-break if there was one', () => {
    expect(decided('my-shelfie', shelfie)).toMatch(/ made the difference: \d+ to \d+\.$/);
    const scores = shelfie.scene.scores.map(() => 30);
    expect(decided('my-shelfie', shelfie, { scores })).toMatch(/^Equal points: /);
    expect(decided('nova-luna', luna)).toBe(
      'Bert covered 19 tasks with 18 tiles. Carl covered 18 tasks with 17 tiles.',
    );
    expect(decided('nova-luna-solo', solo)).toMatch(
      /^Under 100|over the target of 100|Just missed/,
    );
    const result = { ...solo.scene.solo.result, first_missing: 4 };
    expect(decided('nova-luna-solo', solo, { solo: { result } })).toMatch(
      / Missing discs cost 40\.$/,
    );
    const equal = luna.scene.seats.map((side) => ({ ...side, discs: 2 }));
    expect(decided('nova-luna', luna, { seats: equal })).toMatch(/^Equal discs: /);
    expect(decided('polyssimo', polyssimo)).toMatch(/^The same count of \d+ squares: /);
    const [anna, bert] = polyssimo.scene.seats;
    expect(decided('polyssimo', polyssimo, { seats: [{ ...anna, left: 10 }, bert] })).toBe(
      `Bert could not place 3 pieces: ${bert!.left} squares are left.`,
    );
    const { decided: margin } = plainMeta({ name: 'toy', title: '', has_secrets: false } as never);
    expect(margin!({ scene: { scores: [7, 4], places: [1, 2] } } as never)).toBe('A margin of 3.');
    expect(margin!({ scene: { scores: [9], places: [1] } } as never)).toBe('');
  });
});
