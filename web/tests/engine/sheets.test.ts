import { expect, test } from 'vitest';

import { readSheet, readerOf, type Layout } from '../../src/engine/sheets';
import samples from './sheets.json';

const read = (layout: Layout, figures: number[]): unknown =>
  readSheet(readerOf(layout), Int32Array.from(figures), figures.length);

test('sheets written by Python are read alike', () => {
  expect(samples.length).toBeGreaterThan(15);
  for (const { layout, figures, told } of samples) {
    expect(JSON.stringify(read(layout as Layout, figures))).toBe(JSON.stringify(told));
  }
});

test('sheet with numbers left over is refused', () => {
  expect(() => read('number', [1, 2])).toThrow('expected 1 numbers on the sheet; found 2');
});
