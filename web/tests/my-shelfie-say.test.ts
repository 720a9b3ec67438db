import { beforeAll, describe, expect, it, vi } from 'vitest';

import { consequences, handWords, shelfWords, signed, tell } from '../src/games/my-shelfie/words';
import type { ShelfieBox, ShelfieEffect, ShelfieScene } from '../src/games/my-shelfie/types';
import { words } from '../src/lib/language.svelte';
import fixture from './fixtures/my-shelfie-2.json';

const FILES = import.meta.glob<string>(['../src/lang/en/*.ftl', '../src/games/*/lang/en/*.ftl'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
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

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(new Response(FILES[`..${url}`])));
  await words.need('my-shelfie/board');
});

describe('what a move would do', () => {
  it('is told line by line, from the effect', () => {
    expect(consequences(box, scene, effect)).toEqual([
      { text: 'reaches “Eight alike”', gain: '+4', tone: 'news' },
      { text: 'group of 7 games: 8 points', gain: '', tone: 'change' },
      { text: 'group of 5 plants: 5 points', gain: '+2', tone: 'change' },
      { text: 'personal goal: 3 of 6', gain: '', tone: 'same' },
      { text: 'Four plain rows: 16 of 20', gain: '', tone: 'change' },
    ]);
  });

  it('says nothing of a card that nobody may know', () => {
    const hidden = { ...effect, matches: null, gains: { ...effect.gains, card: null } };
    const texts = consequences(box, scene, hidden).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('personal'))).toEqual([]);
  });
});

describe('the sentence', () => {
  const held = { types: effect.types, room: 6, column: 0, effect };

  it('says what is missing, with the rule that matters', () => {
    const nothing = { types: [], room: 6, column: null, effect: null };
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

  it('says what the move would bring and who is next', () => {
    expect(handWords(held, box, seats)).toEqual({
      sentence:
        'Column 1: book, then game, then plant · +6 points · reaches “Eight alike” · Guest moves next',
      rule: 'MS-10',
    });
  });
});

describe('other words', () => {
  it('tell a move that was played', () => {
    const played = { ply: 18, seat: 0, move: effect.move, effect };
    expect(tell(played, box)).toBe(
      'column 1: book, then game, then plant · takes 4 points for “Eight alike”',
    );
  });

  it('read a shelf column by column', () => {
    expect(shelfWords(['.....', '.....', '.....', '.....', '.....', 'C...P'])).toBe(
      'Column 1, from below: cat; 5 places free. Column 2: empty. Column 3: empty. ' +
        'Column 4: empty. Column 5, from below: plant; 5 places free',
    );
  });

  it('sign points', () => {
    expect([3, 0, -8].map(signed)).toEqual(['+3', '', '−8']);
  });
});
