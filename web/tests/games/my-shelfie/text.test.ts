import { beforeAll, describe, expect, it } from 'vitest';

import {
  cardWords,
  consequences,
  handWords,
  shelfWords,
  signed,
  describeMove,
  type SelectionState,
} from '../../../src/games/my-shelfie/text';
import type { ShelfieBox, ShelfieEffect, ShelfieScene } from '../../../src/games/my-shelfie/types';
import fixture from '../../fixtures/my-shelfie-2.json';
import { say, speak, SPOKEN } from '../../support/languages';

const box = fixture.box as unknown as ShelfieBox;
const scene = fixture.scene as unknown as ShelfieScene;
const effects = fixture.effects as unknown as ShelfieEffect[];
const seats = ['You', 'Guest'].map((name, seat) => ({
  seat,
  name,
  initial: name[0]!,
  colour: seat,
  isMe: seat === 0,
  isBot: false,
}));
// Eight alike with it, and five plants in a group.
const effect = effects.find(({ move }) => move === 'd3d5d4>1')!;

beforeAll(() => speak());

describe('what a move would do', () => {
  it('describes an effect line by line', () => {
    expect(consequences(box, scene, effect)).toEqual([
      { text: 'reaches “Eight alike”', gain: '+4', tone: 'news' },
      { text: 'group of 7 games: 8 points', gain: '', tone: 'change' },
      { text: 'group of 5 plants: 5 points', gain: '+2', tone: 'change' },
      { text: 'personal goal: 3 of 6', gain: '', tone: 'same' },
      { text: 'Four plain rows: 16 of 20', gain: '', tone: 'change' },
    ]);
  });

  it('omits a card that the viewer may not know', () => {
    const hidden = { ...effect, matches: null, gains: { ...effect.gains, card: null } };
    const texts = consequences(box, scene, hidden).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('personal'))).toEqual([]);
  });
});

describe('the sentence', () => {
  const held = { types: effect.types, room: 6, column: 0, effect, told: null };

  it('names what is missing, with the relevant rule', () => {
    const nothing = { types: [], room: 6, column: null, effect: null, told: null };
    expect(handWords(nothing, box, seats).rule).toBe('MS-7');
    expect(handWords({ ...nothing, room: 2 }, box, seats)).toEqual({
      sentence: 'Take one or two tiles: no column has room for more.',
      rule: 'MS-8',
    });
    expect(handWords({ ...held, column: null, effect: null }, box, seats)).toEqual({
      sentence: 'Choose a column for: book, then game, then plant',
      rule: 'MS-9',
    });
  });

  it('names the gain of the move and the next player', () => {
    expect(handWords(held, box, seats)).toEqual({
      sentence:
        'Column 1: book, then game, then plant · +6 points · reaches “Eight alike” · Guest moves next',
      rule: 'MS-10',
    });
  });
});

describe('a tile that does not come along', () => {
  type Why = NonNullable<SelectionState['told']>['why'];
  const told = (why: Why, count: number, isInstead = false) => {
    const held = { types: effect.types.slice(0, 1), room: 6, column: null, effect: null };
    return handWords({ ...held, told: { why, count, isInstead } }, box, seats);
  };

  it.each<[Why, number, string, string]>([
    ['side', 1, 'You can’t take this tile: it has no free side.', 'MS-7'],
    ['line', 0, 'You can’t add this tile: it isn’t in a line with those you took.', 'MS-7'],
    ['room', 2, 'You can’t add this tile: no column has room for two.', 'MS-8'],
    ['room', 3, 'You can’t add this tile: no column has room for three.', 'MS-8'],
    ['three', 4, 'You can’t add this tile: three is the limit.', 'MS-7'],
  ])('says why: %s, %i', (why, count, sentence, rule) => {
    expect(told(why, count)).toEqual({ sentence, rule });
  });

  it('explains why the other tiles were deselected', () => {
    expect(told('room', 2, true).sentence).toBe(
      'This tile instead: no column has room for two · Choose a column for: book',
    );
  });

  it.each(SPOKEN)('says it in %s', (language) => {
    const reasons = ['line', 'three'].map((why) => say(language, `ms-why-${why}`));
    const rooms = [2, 3].map((count) => say(language, 'ms-why-room', { count }));
    expect(new Set([...reasons, ...rooms]).size).toBe(4);
    const [words] = reasons as [string];
    expect(say(language, 'ms-not-along', { words })).toContain(words);
    expect(say(language, 'ms-instead', { words })).toContain(words);
  });
});

describe('the rule that matters now', () => {
  const plain = { ...effect, tokens: [], fills: false, refills: false };
  const cases: [string, Partial<ShelfieEffect>][] = [
    ['MS-12', { fills: true, tokens: effect.tokens, refills: true }],
    ['MS-10', { tokens: effect.tokens, refills: true }],
    ['MS-11', { refills: true }],
    ['MS-13', {}],
    ['MS-9', { gains: { ...effect.gains, total: 0 } }],
  ];

  it.each(cases)('is %s', (rule, change) => {
    const told = { ...plain, ...change };
    const held = { types: effect.types, room: 6, column: 0, effect: told, told: null };
    expect(handWords(held, box, seats).rule).toBe(rule);
  });
});

describe('the end in sight', () => {
  const last = { ...effect, fills: true, refills: true, gains: { ...effect.gains, end: 1 } };
  const sentence = (told: ShelfieEffect) =>
    handWords({ types: told.types, room: 6, column: 0, effect: told, told: null }, box, seats)
      .sentence;

  it('the sentence names the end, and the next player only before it', () => {
    expect(sentence(last)).toMatch(
      / · fills the shelf · the living room is refilled · Guest moves next$/,
    );
    expect(sentence({ ...last, ends: true, next: null })).toMatch(/ · the game ends$/);
    expect(sentence({ ...last, next: null })).toMatch(/ · the living room is refilled$/);
    expect(sentence({ ...last, gains: { ...last.gains, total: 0 } })).toContain('no points yet');
  });

  it('the consequences name the end token and its point', () => {
    const lines = consequences(box, scene, last);
    expect(lines).toContainEqual({ text: 'fills the shelf', gain: '+1', tone: 'news' });
    expect(lines.at(-1)).toEqual({ text: 'the living room is refilled', gain: '', tone: 'same' });
  });

  it('the description of a played move names it', () => {
    const played = { ply: 18, seat: 0, move: last.move, effect: { ...last, tokens: [] } };
    expect(describeMove(played, box)).toBe(
      'column 1: book, then game, then plant · +2 points · fills the shelf · the living room is refilled',
    );
  });
});

describe('goals among the consequences', () => {
  const goals = (change: Partial<ShelfieEffect>, tokens = [0, 0]) => {
    const mine = { ...scene.seats[0]!, tokens };
    const here = { ...scene, seats: [mine, scene.seats[1]!] };
    return consequences(box, here, { ...effect, ...change })
      .filter(({ text }) => / of (8|20)$/.test(text))
      .map(({ text, tone }) => [text, tone]);
  };

  it('consequences list open goals that are not reached', () => {
    expect(goals({ tokens: [] })).toHaveLength(2);
    expect(goals({})).toEqual([['Four plain rows: 16 of 20', 'change']]);
    expect(goals({ tokens: [] }, [4, 8])).toEqual([]);
  });

  it('consequences omit goals without progress', () => {
    const progress = effect.progress.map((part) => ({ ...part, before: part.after }));
    expect(goals({ progress })).toEqual([['Four plain rows: 16 of 20', 'same']]);
  });
});

describe('other words', () => {
  it('describe the matches of a card as far as the viewer may know', () => {
    const mine = scene.seats[0]!;
    expect(cardWords(box, mine)).toContain(`${mine.matches} of 6`);
    expect(cardWords(box, { ...mine, card: null })).not.toMatch(/\d/);
  });

  it('describe a played move', () => {
    const played = { ply: 18, seat: 0, move: effect.move, effect };
    expect(describeMove(played, box)).toBe(
      'column 1: book, then game, then plant · +2 points · takes 4 points for “Eight alike”',
    );
  });

  it('describe a shelf column by column', () => {
    expect(shelfWords(['.....', '.....', '.....', '.....', '.....', 'C...P'])).toBe(
      'Column 1, from below: cat; 5 places free. Column 2: empty. Column 3: empty. ' +
        'Column 4: empty. Column 5, from below: plant; 5 places free',
    );
  });

  it('sign points', () => {
    expect([3, 0, -8].map(signed)).toEqual(['+3', '', '−8']);
  });
});
