import { FluentBundle, FluentResource } from '@fluent/bundle';
import { describe, expect, test } from 'vitest';

import { listSizes } from '../src/games/polyssimo/words';
import { tellPlacement } from '../src/games/polyssimo/words';
import type { PlaceEffect } from '../src/games/polyssimo/types';

const LANGUAGES = ['en', 'uk', 'ru', 'de'];
const FILES = import.meta.glob<string>('../src/games/polyssimo/lang/*/*.ftl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const textOf = (language: string): string =>
  ['board', 'rules']
    .map((part) => FILES[`../src/games/polyssimo/lang/${language}/${part}.ftl`]!)
    .join('\n');

function bundleOf(language: string): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false });
  expect(bundle.addResource(new FluentResource(textOf(language)))).toEqual([]);
  return bundle;
}

const idsOf = (language: string): string[] =>
  [...textOf(language).matchAll(/^([\w-]+) =/gm)].map(([, id]) => id!).sort();

function say(language: string, id: string, values: Record<string, string | number>): string {
  const errors: Error[] = [];
  const bundle = bundleOf(language);
  const text = bundle.formatPattern(bundle.getMessage(id)!.value!, values, errors);
  expect(errors).toEqual([]);
  return text;
}

test.each(LANGUAGES)('%s has the same words as English', (language) => {
  expect(idsOf(language)).toEqual(idsOf('en'));
});

test.each(LANGUAGES)('%s has every rule', (language) => {
  for (let rule = 1; rule <= 8; rule++) {
    expect(idsOf(language)).toContain(`rule-PC-${rule}`);
    expect(idsOf(language)).toContain(`rule-PC-${rule}-text`);
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

  test('tells of holes, of who loses places, and of what is left', () => {
    expect(tellPlacement(effect, seats)).toBe('pc-fits pc-holes · pc-loses · pc-squares-after');
  });

  test('open board is no hole', () => {
    expect(tellPlacement({ ...effect, holes: [90] }, seats)).toMatch(/^pc-fits pc-no-holes/);
  });

  test('says when somebody loses the last place, and when we do', () => {
    const places = [0, 0, 8].map((after) => ({ before: 8, after }));
    expect(tellPlacement({ ...effect, places }, seats)).toBe(
      'pc-fits pc-holes · pc-loses-all · pc-squares-after · pc-stuck',
    );
  });

  test('says when the game ends with it', () => {
    expect(tellPlacement({ ...effect, ends: true }, seats)).toMatch(/ · pc-ends$/);
  });
});
