import { FluentBundle, FluentResource } from '@fluent/bundle';
import { describe, expect, it } from 'vitest';

import { FACES } from '../src/games/faces';
import { EXAMPLES } from '../src/games/my-shelfie/goals';
import fixture from './fixtures/my-shelfie-2.json';

const FILES = import.meta.glob<string>('../src/games/my-shelfie/lang/*/*.ftl', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const LANGUAGES = ['en', 'uk', 'ru', 'de'];
const resources = (language: string) =>
  ['board', 'rules'].map(
    (part) => new FluentResource(FILES[`../src/games/my-shelfie/lang/${language}/${part}.ftl`]!),
  );
const ids = (language: string) =>
  resources(language).flatMap(({ body }) => body.map(({ id }) => id));

const VALUES = Object.fromEntries(
  ['name', 'goal', 'item', 'cell', 'words', 'items', 'order', 'first', 'second', 'third', 'signed']
    .map((name): [string, string | number] => [name, name])
    .concat(
      ['count', 'points', 'number', 'column', 'row', 'done', 'of', 'free'].map((name) => [name, 5]),
    ),
);

describe.each(LANGUAGES)('words in %s', (language) => {
  const bundle = new FluentBundle(language, { useIsolating: false });
  resources(language).forEach((resource) => bundle.addResource(resource));
  const format = (id: string, values = {}) => {
    const errors: Error[] = [];
    const text = bundle.formatPattern(bundle.getMessage(id)!.value!, values, errors);
    expect(errors).toEqual([]);
    return text;
  };

  it('has the same messages as English, none of them twice', () => {
    expect(ids(language)).toEqual(ids('en'));
    expect(new Set(ids(language)).size).toBe(ids(language).length);
  });

  it('says every message for every type and number', () => {
    for (const id of ids(language)) {
      for (const type of fixture.box.types) {
        for (const count of [0, 1, 2, 5, 21]) {
          const text = format(id, { ...VALUES, type, count, points: count, free: count });
          expect(text).not.toMatch(/[{}]/);
        }
      }
    }
  });

  it('names every rule and every goal', () => {
    for (const rule of FACES.get('my-shelfie')!.rules) {
      expect(format(`rule-${rule}`)).not.toBe('');
      expect(format(`rule-${rule}-text`)).not.toBe('');
    }
    for (const { key, rule } of fixture.box.goals) {
      expect(format(`rule-${rule}`)).toBe(format(`goal-${key}`));
      expect(EXAMPLES[key]).toHaveLength(6);
    }
  });
});
