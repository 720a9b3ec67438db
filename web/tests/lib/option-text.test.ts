import { describe, expect, it } from 'vitest';

import {
  allChosen,
  chosen,
  nameOption,
  nameValue,
  numbersFor,
  readNumbers,
  valuesFor,
  writeNumbers,
} from '../../src/lib/option-text';
import type { OptionCard } from '../../src/lib/wire';

const card = (facts: Partial<OptionCard>): OptionCard => ({
  name: 'hills',
  help: 'how many hills',
  default: 'none',
  kind: 'word',
  values: [],
  numbers: [],
  ...facts,
});
/** Options of a game without a folder on this page. */
const WORD = card({ default: 'few', values: ['few', 'many'] });
const SEAT = card({
  name: 'start',
  help: 'who starts',
  kind: 'seat',
  default: 'seat-0',
  values: ['random', 'seat-0', 'seat-1', 'seat-2', 'seat-3'],
});
const NUMBERS = card({
  kind: 'numbers',
  numbers: [
    { players: 2, highest: 12, most: 12, suggested: [7, 8] },
    { players: 3, highest: 8, most: 12, suggested: [5, 6] },
  ],
});
const nameSeat = (seat: number): string => (seat === 0 ? 'me' : `seat ${seat + 1}`);

describe('options of any game', () => {
  it('use their own help text if the page has none', () => {
    expect(nameOption('golomb', SEAT)).toBe('who starts');
    expect(nameValue('golomb', WORD, 'many', nameSeat)).toBe('many');
  });

  it('name seats like players', () => {
    expect(valuesFor(SEAT, 2).map((value) => nameValue('golomb', SEAT, value, nameSeat))).toEqual([
      'by-chance',
      'me',
      'seat 2',
    ]);
    expect(valuesFor(SEAT, 4)).toHaveLength(5);
  });

  it('choose the first player at random unless a seat is named', () => {
    expect(chosen(SEAT, {}, 2)).toBe('random');
    expect(chosen(SEAT, { start: 'seat-1' }, 2)).toBe('seat-1');
    expect(chosen(SEAT, { start: 'seat-2' }, 2)).toBe('random');
  });

  it('are reset for another number of players', () => {
    expect(chosen(NUMBERS, { hills: '7,0' }, 2)).toBe('7,0');
    expect(chosen(NUMBERS, { hills: '7,0' }, 3)).toBe('none');
    expect(chosen(WORD, { hills: 'none' }, 3)).toBe('few');
    expect(allChosen([SEAT, NUMBERS], { hills: '0,8', old: 'x' }, 2)).toEqual({
      start: 'random',
      hills: '0,8',
    });
  });

  it('have a number for each seat', () => {
    expect(nameValue('golomb', NUMBERS, '7+,0', nameSeat)).toBe('me: 7');
    expect(nameValue('golomb', NUMBERS, 'none', nameSeat)).toBe('number-none');
    expect(numbersFor(NUMBERS, 3).suggested).toEqual([5, 6]);
    expect(readNumbers('7+,0', 2)).toEqual([7, 0]);
    expect(readNumbers('none', 3)).toEqual([0, 0, 0]);
    expect(writeNumbers([0, 6, 0], NUMBERS)).toBe('0,6,0');
    expect(writeNumbers([0, 0], NUMBERS)).toBe('none');
  });
});
