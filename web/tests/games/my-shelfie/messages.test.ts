import { describe, expect, it } from 'vitest';

import { GAMES } from '../../../src/games/registry';
import { EXAMPLES } from '../../../src/games/my-shelfie/goal-examples';
import fixture from '../../fixtures/my-shelfie-2.json';
import { say, SPOKEN, wordsOf } from '../../support/languages';

const ids = Object.keys(wordsOf('en')).filter((id) => /^(ms|goal|rule-MS)-/.test(id));

const VALUES = Object.fromEntries(
  ['name', 'goal', 'item', 'cell', 'words', 'items', 'order', 'first', 'second', 'third', 'signed']
    .map((name): [string, string | number] => [name, name])
    .concat(
      [
        ...['count', 'points', 'number', 'column', 'row', 'done', 'of', 'free'],
        ...['size', 'took', 'could', 'matches', 'instead', 'more', 'fewer', 'left'],
      ].map((name) => [name, 5]),
    ),
);

describe.each(SPOKEN)('words in %s', (language) => {
  const format = (id: string, values = {}) => say(language, id, values);

  it('says every message for every type and number', () => {
    for (const id of ids) {
      for (const type of fixture.box.types) {
        for (const count of [0, 1, 2, 5, 21]) {
          const text = format(id, { ...VALUES, type, count, points: count, free: count });
          expect(text).not.toMatch(/[{}]/);
        }
      }
    }
  });

  it('names every rule and every goal', () => {
    for (const rule of GAMES.get('my-shelfie')!.rules) {
      expect(format(`rule-${rule}`)).not.toBe('');
      expect(format(`rule-${rule}-text`)).not.toBe('');
    }
    for (const { key, rule } of fixture.box.goals) {
      expect(format(`rule-${rule}`)).toBe(format(`goal-${key}`));
      expect(EXAMPLES[key]).toHaveLength(6);
    }
  });
});
