import { expect, test } from 'vitest';

import { drawQr } from '../../src/lib/qr';

test('drawQr_of_a_link_gives_its_size_and_a_path_within_it', () => {
  const { size, path } = drawQr(
    'http://192.168.178.31:8000/t/aB3_xYz-90Qw?invite=Zk3v9sQ1_x7-Bc2D',
  );
  expect(size).toBe(33);
  const numbers = path.match(/\d+/g)!.map(Number);
  expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([0, size]);
});

test('drawQr_of_a_text_that_is_too_long_throws', () => {
  expect(() => drawQr('x'.repeat(3000))).toThrow();
});
