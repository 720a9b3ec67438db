/** The heading told who had won before the count began, and nothing told why. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { FACES } from '../src/games/faces';
import { plainFace } from '../src/games/plain/plain';
import { byPlace, counting, decidedBy } from '../src/lib/counting';
import { settings } from '../src/lib/settings.svelte';
import shelfie from './fixtures/my-shelfie-over.json';
import luna from './fixtures/nova-luna-over.json';
import solo from './fixtures/nova-luna-solo-over.json';
import polyssimo from './fixtures/polyssimo-over.json';
import { speak } from './speak';

const seats = ['Anna', 'Bert', 'Carl', 'Dora'].map((name, seat) => ({ seat, name }));

beforeAll(() => speak());

describe('a count', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const row = (number = '') => ({ dataset: { row: number }, animate: vi.fn() });
  const count = (rows: object[], done: () => void) =>
    counting(done)({ querySelectorAll: () => rows } as never);

  it('comes row by row, those with a number in their turn, and then it is done', () => {
    settings.set('motion', true);
    const [rows, done] = [[row('1'), row('0'), row()], vi.fn()];
    count(rows, done);
    const delays = rows.map(({ animate }) => animate.mock.calls[0]![1].delay);
    expect(delays).toEqual([320, 0, 640]);
    vi.advanceTimersByTime(900);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(done).toHaveBeenCalledOnce();
  });

  it('is there at once where nothing shall move', () => {
    settings.set('motion', false);
    const [one, done] = [row(), vi.fn()];
    count([one], done);
    vi.advanceTimersByTime(0);
    expect(done).toHaveBeenCalled();
    expect(one.animate).not.toHaveBeenCalled();
  });
});

describe('what decided it', () => {
  const decided = (game: string, fixture: object, change: object = {}) => {
    const { box, scene } = fixture as typeof luna;
    return FACES.get(game)!.decided!({ box, scene: { ...scene, ...change }, seats } as never);
  };

  it('is the row with the widest lead, none where there is no lead', () => {
    const rows = [
      { name: 'Groups', points: [5, 9] },
      { name: 'Goals', points: [12, 4] },
    ];
    expect(decidedBy(rows, [1, 2])).toBe('Goals made the difference: 12 to 4.');
    expect(decidedBy(rows, [2, 1])).toBe('Groups made the difference: 9 to 5.');
    expect(decidedBy([rows[0]!], [1, 2])).toBe('');
    expect(byPlace([3, 1, 2])).toEqual([1, 2, 0]);
  });

  it('is told in every game, and left to the rule of ties where there is one', () => {
    expect(decided('my-shelfie', shelfie)).toMatch(/ made the difference: \d+ to \d+\.$/);
    const scores = shelfie.scene.scores.map(() => 30);
    expect(decided('my-shelfie', shelfie, { scores })).toBe('');
    expect(decided('nova-luna', luna)).toMatch(/^Carl was 1 disc short\./);
    expect(decided('nova-luna-solo', solo)).toBe('');
    const result = { ...solo.scene.solo.result, first_missing: 4 };
    expect(decided('nova-luna-solo', solo, { solo: { result } })).toBe('Missing discs cost 40.');
    expect(decided('polyssimo', polyssimo)).toBe('');
    const [anna, bert] = polyssimo.scene.seats;
    expect(decided('polyssimo', polyssimo, { seats: [{ ...anna, left: 10 }, bert] })).toBe(
      'Bert could not place F, I and X.',
    );
    const { decided: margin } = plainFace({ name: 'toy', title: '', has_secrets: false } as never);
    expect(margin!({ scene: { scores: [7, 4], places: [1, 2] } } as never)).toBe('A margin of 3.');
    expect(margin!({ scene: { scores: [9], places: [1] } } as never)).toBe('');
  });
});
