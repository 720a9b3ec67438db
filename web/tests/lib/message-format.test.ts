/** Our own filling in says what Fluent's would: every message, every language, many numbers. */
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { describe, expect, it, test } from 'vitest';

import { MessageFormatter, type Values } from '../../src/lib/message-format';
import { compile, sourcesOf } from '../../words.js';
import { SPOKEN } from '../support/languages';

const NAMES = ['name', 'game', 'item', 'cell', 'words', 'list', 'time', 'text', 'first', 'second'];
const NUMBERS = ['count', 'points', 'number', 'places', 'seconds', 'plies', 'free', 'score', 'of'];

function valuesOf(number: number): Values {
  const words = NAMES.map((name) => [name, `<${name}>`]);
  return Object.fromEntries([...words, ...NUMBERS.map((name) => [name, number])]);
}

describe.each(SPOKEN)('in %s', (language) => {
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const text of sourcesOf(language)) bundle.addResource(new FluentResource(text));
  const patterns = Object.entries(compile(language));
  const filler = new MessageFormatter(language);

  it.each([0, 1, 2, 5, 11, 21, 1234.5])('all messages with %d', (number) => {
    const values = { ...valuesOf(number), type: 'cat', colour: 'red' };
    const ours = patterns.map(([id, pattern]) => [id, filler.fill(pattern, values)]);
    const theirs = patterns.map(([id]) => {
      return [id, bundle.formatPattern(bundle.getMessage(id)!.value!, values, [])];
    });
    expect(ours).toEqual(theirs);
  });
});

test('a missing value leaves its name', () => {
  expect(new MessageFormatter('en').fill(['Move ', ['number']], {})).toBe('Move {$number}');
});
