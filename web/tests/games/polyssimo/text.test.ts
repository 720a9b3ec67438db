import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { FULL_BOARD } from '../../../src/games/polyssimo/art';
import type { Turn } from '../../../src/games/polyssimo/turn.svelte';
import {
  handOfDraft,
  handOfPlace,
  listSizes,
  nameArea,
  namePiece,
  describeMove,
  tellPlacement,
} from '../../../src/games/polyssimo/text';
import type { PlaceEffect, PolyssimoScene } from '../../../src/games/polyssimo/types';
import { words } from '../../../src/lib/language.svelte';
import { say, speak, SPOKEN, wordsOf } from '../../support/languages';

test.each(SPOKEN)('%s has every rule', (language) => {
  for (let rule = 1; rule <= 8; rule++) {
    expect(wordsOf(language)).toHaveProperty(`rule-PC-${rule}`);
    expect(wordsOf(language)).toHaveProperty(`rule-PC-${rule}-text`);
  }
});

test('numbers take their plural forms', () => {
  const squares = (language: string) =>
    [1, 2, 5, 21].map((count) => say(language, 'pc-squares', { count }));
  expect(squares('en')).toEqual(['1 square', '2 squares', '5 squares', '21 squares']);
  expect(squares('uk')).toEqual(['1 клітинка', '2 клітинки', '5 клітинок', '21 клітинка']);
  expect(squares('ru')).toEqual(['1 клетка', '2 клетки', '5 клеток', '21 клетка']);
  expect(squares('de')).toEqual(['1 Feld', '2 Felder', '5 Felder', '21 Felder']);
});

test('sizes of holes are listed, several of a size together', () => {
  expect(listSizes([3, 5])).toBe('3 and 5');
  expect(listSizes([1, 1, 1, 2, 5])).toBe('3×1, 2 and 5');
});

describe('the sentence (ids stand for words that are not loaded)', () => {
  const seats = [0, 1, 2].map((seat) => ({
    ...{ seat, name: `S${seat}`, initial: 'S', colour: seat },
    ...{ isMe: seat === 0, isBot: false },
  }));
  const effect: PlaceEffect = {
    ...{ kind: 'place', move: 'I@abcde1', piece: 'I', cells: [], seat: 0, next: 1, ends: false },
    ...{ left: 17, outs: [], holes: [3, 5, 90] },
    places: [
      { before: 40, after: 30 },
      { before: 41, after: 32 },
      { before: 8, after: 8 },
    ],
  };

  test('names regions, players who lose placements, and what is left', () => {
    expect(tellPlacement(effect, seats)).toBe('pc-fits pc-holes · pc-loses · pc-squares-after');
  });

  test('an open board is no region', () => {
    expect(tellPlacement({ ...effect, holes: [90] }, seats)).toMatch(/^pc-fits pc-no-holes/);
  });

  test('says when another player or we lose the last placement', () => {
    const places = [0, 0, 8].map((after) => ({ before: 8, after }));
    expect(tellPlacement({ ...effect, places }, seats)).toBe(
      'pc-fits pc-holes · pc-stuck · pc-loses-all · pc-squares-after',
    );
  });

  test('says when the game ends', () => {
    expect(tellPlacement({ ...effect, ends: true }, seats)).toMatch(/^pc-fits pc-holes · pc-ends/);
  });
});

describe('the hand in the draft', () => {
  const seats = ['You', 'Bot'].map((name, seat) => ({
    ...{ seat, name, initial: 'X', colour: seat, isMe: seat === 0, isBot: seat === 1 },
  }));
  const mine = { pieces: ['F', 'I'], left: 10, hexominoes: 1, must: 0, out: false, places: null };
  const scene = (change: object = {}, seat: object = {}) =>
    ({
      ...{ mover: 0, turns: [0, 1], pool: ['L', 'N', 'H01'], phase: 'draft' },
      ...{ seats: [{ ...mine, ...seat }, mine], ...change },
    }) as unknown as PolyssimoScene;

  test('asks for a piece, and for required hexominoes', () => {
    expect(handOfDraft(scene(), null, seats, 0)).toEqual({
      ...{ move: null, sentence: 'pc-choose-draft', action: 'pc-take', rule: 'PC-2' },
    });
    const owing = handOfDraft(scene({}, { must: 3 }), null, seats, 0);
    expect([owing.sentence, owing.rule]).toEqual(['pc-choose-draft · pc-must', 'PC-7']);
    const enough = handOfDraft(scene({}, { must: 1 }), null, seats, 0);
    expect([enough.sentence, enough.rule]).toEqual(['pc-choose-draft', 'PC-7']);
  });

  test.each([
    ['pc-picks-next', [0, 1], 3],
    ['pc-you-pick-next', [0, 0], 3],
    ['pc-places-first', [0, 1], 1],
    ['pc-you-place-first', [0, 0], 1],
  ])('says by %s who is next and for what', (words, turns, left) => {
    const hand = handOfDraft(
      scene({ turns, pool: ['L', 'N', 'H01'].slice(0, left) }),
      'L',
      seats,
      712,
    );
    expect(hand.sentence).toBe(`pc-draft-here · pc-draft-places · ${words}`);
    expect(hand.move).toBe('L');
  });

  test('names no next player if there is none', () => {
    const hand = handOfDraft(scene({ turns: [0] }), 'L', seats, 712);
    expect(hand.sentence).toBe('pc-draft-here · pc-draft-places');
  });
});

describe('the placing turn', () => {
  const turn = (change: object) =>
    ({ piece: 'F', move: null, effect: null, obstacle: null, ...change }) as unknown as Turn;
  const say = (change: object) => handOfPlace(turn(change), 9, []);

  test('asks for a piece, then for a place', () => {
    expect(say({ piece: null })).toEqual({
      ...{ move: null, sentence: 'pc-choose-piece', action: 'pc-place', rule: 'PC-3' },
    });
    expect(say({}).sentence).toBe('pc-choose-place');
  });

  test('says that the piece fits, and more once the effect is known', () => {
    expect(say({ move: 'F@a1' })).toMatchObject({ move: 'F@a1', sentence: 'pc-fits' });
    const places = [{ before: 9, after: 9 }];
    const effect = { move: 'F@a1', seat: 0, holes: [], places, left: 5, ends: false };
    expect(say({ move: 'F@a1', effect }).sentence).toBe('pc-fits pc-no-holes · pc-squares-after');
  });

  test.each([
    ['pc-sticks-out', true, []],
    ['pc-lies-on', false, ['I']],
    ['pc-out-and-on', true, ['I']],
    ['pc-not-here', false, []],
  ])('says %s', (words, sticksOut, pieces) => {
    expect(say({ obstacle: { cells: [], sticksOut, pieces } }).sentence).toBe(words);
  });
});

describe('a played move (ids stand for words)', () => {
  const told = (effect: object) => describeMove({ ply: 1, seat: 0, move: '', effect } as never);

  test('is a draft, a placement, or one that puts a player out', () => {
    expect(told({ kind: 'draft', piece: 'F' })).toBe('pc-told-draft');
    const place = { kind: 'place', piece: 'H02', cells: [[2, 2], [4, 3]], left: 7, outs: [] }; // prettier-ignore
    expect(told(place)).toBe('pc-told-place');
    expect(told({ ...place, outs: [1] })).toBe('pc-told-placepc-told-outs');
  });

  test('names its area from the first row and column to the last', () => {
    expect(nameArea([[3, 2], [2, 4], [4, 3]])).toBe('c3–e5'); // prettier-ignore
  });
});

// Players read "hexomino H03" in the draft, in hints and in the list of moves.
describe.each(SPOKEN)('in %s', (language) => {
  const pieces = FULL_BOARD.map(({ piece }) => piece);
  const tell = (effect: object) => describeMove({ ply: 1, seat: 0, move: '', effect } as never);

  beforeAll(() => speak(language));
  afterAll(() => void words.use('en'));

  test('each piece has a name by its look, and none its letter or number', () => {
    const names = pieces.map(namePiece);
    expect(new Set(names).size).toBe(24);
    expect(names.filter((name) => /\d|pc-|mino|(?<!\p{L})[A-Z](?!\p{L})/u.test(name))).toEqual([]);
  });

  test('sentences use the names', () => {
    const name = namePiece('H03');
    const place = { kind: 'place', piece: 'H03', cells: [[2, 2]], left: 7, outs: [] };
    const obstacle = { cells: [], sticksOut: false, pieces: ['F', 'H03'] };
    const told = [
      tell({ kind: 'draft', piece: 'H03' }),
      tell(place),
      handOfPlace({ piece: 'H03', obstacle: null } as unknown as Turn, 9, []).sentence,
      handOfPlace({ piece: 'F', obstacle } as unknown as Turn, 9, []).sentence,
    ];
    for (const sentence of told) {
      expect(sentence).toContain(name);
      expect(sentence).not.toMatch(/H03|\bF\b/);
    }
  });
});

test('a name is the same as subject and as object', () => {
  const german = FULL_BOARD.map(({ piece }) => say('de', `pc-name-${piece}`));
  expect(german.filter((name) => !/^(die|das) /.test(name))).toEqual([]);
  for (const language of ['uk', 'ru']) {
    const names = FULL_BOARD.map(({ piece }) => say(language, `pc-name-${piece}`));
    expect(names.filter((name) => /[ая]$/.test(name) && name !== 'ворота')).toEqual([]);
  }
});
