/** Moves as the page parses them, compared with what the kernels that wrote them say. */
import { expect, test } from 'vitest';

import { cellPlace, parseMove as parseShelfie } from '../../src/games/my-shelfie/moves';
import { choicesOf, parseTake } from '../../src/games/nova-luna/moves';
import { parseMove as parsePolyssimo } from '../../src/games/polyssimo/moves';
import samples from '../engine/sheets.json';

interface Stored {
  scene: { game: string };
  moves: string[] | null;
  effects: { move: string }[];
}
type Read = (move: string) => object;

const FIXTURES = import.meta.glob<Stored>('../fixtures/*.json', { eager: true, import: 'default' });

const readNovaLuna: Read = (move) => {
  const { mayRefill, mayFinish } = choicesOf([move]);
  const kind = mayRefill ? 'refill' : mayFinish ? 'finish' : 'take';
  return { kind, ...parseTake(move) };
};
const READ: Record<string, Read> = {
  'my-shelfie': (move) => {
    const { cells, column } = parseShelfie(move);
    return { cells: cells.map(cellPlace), column };
  },
  'nova-luna': readNovaLuna,
  'nova-luna-solo': readNovaLuna,
  polyssimo: (move) => {
    const { piece, cells } = parsePolyssimo(move);
    return cells.length ? { kind: 'place', piece, cells } : { kind: 'draft', piece };
  },
};

test('moves formatted by the kernels are parsed', () => {
  const moves = samples.filter((sample) => sample.move !== undefined);
  expect(new Set(moves.map(({ game }) => game))).toEqual(new Set(Object.keys(READ)));
  for (const { game, move, told } of moves) expect(told).toMatchObject(READ[game!]!(move!));
});

test.each(Object.entries(FIXTURES))('%s', (_, { scene, moves, effects }) => {
  const read = READ[scene.game]!;
  for (const effect of effects) expect(effect, effect.move).toMatchObject(read(effect.move));
  for (const move of moves ?? []) expect(() => read(move)).not.toThrow();
});
