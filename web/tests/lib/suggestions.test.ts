/** Hints: a few suggestions, each with one sentence that sets it apart. */
import { beforeAll, describe, expect, it } from 'vitest';

import { GAMES } from '../../src/games/registry';
import { compare, suggestionsOf, marksOf } from '../../src/lib/suggestions';
import type { Analysis } from '../../src/engine/analysis';
import type { Effect } from '../../src/lib/wire';
import shelfie from '../fixtures/my-shelfie-2.json';
import luna from '../fixtures/nova-luna-2.json';
import polyssimo from '../fixtures/polyssimo-late.json';
import { speak } from '../support/languages';

const seats = ['Anna', 'Bot'].map((name, seat) => ({
  ...{ seat, name, initial: name[0]!, colour: seat, isMe: seat === 0, isBot: seat === 1 },
}));

beforeAll(() => speak());

/** An analysis of these moves, the first of them best. */
function analysis(effects: object[]): Analysis {
  const moves = effects.map((effect, index) => {
    const { move } = effect as Effect;
    return { move, effect, chance: 0.6 - index / 100, expected: null, visits: 9 };
  });
  return { game: 'toy', ply: 0, mover: 0, iterations: 9, moves } as unknown as Analysis;
}

const ideas = (game: string, fixture: object, effects: object[]) =>
  suggestionsOf(analysis(effects), GAMES.get(game)!, {
    ...(fixture as typeof luna),
    seats,
  } as never);

describe('Nova Luna', () => {
  const [take] = luna.effects.filter(({ kind }) => kind === 'take');
  const more = (change: object) => ({
    ...take,
    covers: [],
    near: 1,
    next: 1,
    ends: false,
    ...change,
  });

  it('groups equivalent places in one line', () => {
    const found = ideas('nova-luna', luna, [
      more({ move: 'a' }),
      more({ move: 'b', x: 7 }),
      more({ move: 'c', near: 0 }),
    ]);
    expect(found.map(({ moves }) => moves)).toEqual([['a', 'b'], ['c']]);
    expect(marksOf(found).map(({ move, label }) => [move, label])).toEqual([
      ['a', '60%'],
      ['c', '58%'],
    ]);
  });

  it('names the advantages of each over the best of the others', () => {
    const [best, other] = ideas('nova-luna', luna, [
      more({ move: 'a', covers: [{ tile: 1, task: 0 }], cost: 5, next: 0 }),
      more({ move: 'b', cost: 2, near: 3 }),
    ]);
    expect(best!.sentence).toMatch(
      /^Covers 1 task, you move again, but misses: 3 tasks .*5 time\.$/,
    );
    expect(other!.sentence).toMatch(
      /^3 tasks .*, costs 2 time, but covers nothing, Bot moves next\.$/,
    );
  });
});

describe('My Shelfie', () => {
  const effect = shelfie.effects.find(({ move }) => move === 'd3d5d4>1')!;
  const more = (change: object) => ({ ...effect, leaves: [], ...change });

  it('groups equivalent orders, and names what is left to others', () => {
    const leaves = [{ type: 'C', count: 3 }];
    const found = ideas('my-shelfie', shelfie, [
      more({ move: 'a' }),
      more({ move: 'b', types: [...effect.types].reverse() }),
      more({ move: 'c', leaves }),
      more({ move: 'd', tokens: [] }),
    ]);
    expect(found.map(({ moves }) => moves)).toEqual([['a', 'b'], ['c'], ['d']]);
    expect(found[0]!.sentence).toMatch(/^Leaves no two alike in a line/);
    expect(found[1]!.sentence).toBe('Leaves 3 cats in a line.');
    expect(found[2]!.sentence).toBe('Misses: takes 4 points for “Eight alike”.');
  });
});

describe('Polyssimo', () => {
  it('names who loses placements and who keeps them', () => {
    const [effect] = polyssimo.effects.filter(({ kind }) => kind === 'place');
    const places = (mine: number, theirs: number) => [
      { before: 90, after: mine },
      { before: 90, after: theirs },
    ];
    const found = ideas('polyssimo', polyssimo, [
      { ...effect, seat: 0, move: 'a', places: places(40, 10) },
      { ...effect, seat: 0, move: 'b', places: places(40, 10) },
      { ...effect, seat: 0, move: 'c', places: places(50, 30) },
    ]);
    expect(found.map(({ moves }) => moves.length)).toEqual([2, 1]);
    expect(found[0]!.sentence).toMatch(/^Bot loses 80 of 90 places/);
    expect(found[1]!.sentence).toMatch(/^You keep 50 places/);
  });
});

it('games without a suggestion key list each move', () => {
  const found = suggestionsOf(
    analysis([{ move: 'a' }, { move: 'b' }]),
    { describeMove: () => '' } as never,
    {} as never,
  );
  expect(found.map(({ moves, sentence }) => [moves, sentence])).toEqual([
    [['a'], ''],
    [['b'], ''],
  ]);
});

it('points of one kind are compared, others with zero', () => {
  const point = (key: string, value: number, text: string) => ({ key, value, text });
  expect(compare([point('a', 1, 'one')], [point('a', 2, 'two'), point('b', 0, 'nil')])).toEqual({
    does: [],
    lost: ['misses: two'],
  });
});
