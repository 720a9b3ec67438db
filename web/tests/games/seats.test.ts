import { expect, test } from 'vitest';

import { seatViews } from '../../src/games/seats';
import type { ChairInfo } from '../../src/lib/wire';

const person = (name: string, id = name): ChairInfo => ({ who: { kind: 'person', id, name } });
const bot = (level: number): ChairInfo => ({ who: { kind: 'bot', name: `level-${level}` } });
const discs = (...chairs: ChairInfo[]) => seatViews(chairs, 0, [0]).map(({ initial }) => initial);

test('a disc has the first letter of a name', () => {
  expect(discs(person('Anna'), person('bert'), person('Łucja'))).toEqual(['A', 'B', 'Ł']);
});

// Two who had not said their names both had a G.
test('discs of names that begin alike differ', () => {
  expect(discs(person('Anna'), person('Alex'), person('Bert'))).toEqual(['An', 'Al', 'B']);
  expect(discs(person('Guest 669'), person('Guest 778'))).toEqual(['G1', 'G2']);
  expect(discs(person('Anna', 'one'), person('Anna', 'other'))).toEqual(['A1', 'A2']);
  expect(new Set(discs(person('Mia'), bot(2), bot(2), bot(3))).size).toBe(4);
});

test('players at one screen are numbered unless they have names', () => {
  const around = (...names: string[]) =>
    seatViews(
      names.map((name) => person(name, 'me')),
      0,
      names.map((_, seat) => seat),
    );
  expect(around('Ann', 'Ann').map(({ initial }) => initial)).toEqual(['1', '2']);
  const named = around('Mila', 'Max', 'Jo');
  expect(named.map(({ name }) => name)).toEqual(['Mila', 'Max', 'Jo']);
  expect(named.map(({ initial }) => initial)).toEqual(['Mi', 'Ma', 'J']);
  expect(named.some(({ isMe }) => isMe)).toBe(false);
});
