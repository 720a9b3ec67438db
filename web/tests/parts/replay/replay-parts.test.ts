import { describe, expect, it } from 'vitest';

import { match } from '../../../src/lib/router.svelte';
import { addressOf, keyOf, numberOf, sourceOf } from '../../../src/parts/replay/replay';
import { sha256Hex, proofOfRecord, deriveSeed } from '../../../src/parts/replay/shuffle-proof';

describe('the address of a ply', () => {
  it('round trips', () => {
    const source = { table: 'k7f2' };
    const address = addressOf({ source, ply: 12, seat: 1, invite: 'a b' });
    expect(address).toBe('/t/k7f2/replay?ply=12&seat=1&invite=a%20b');
    const route = match(address);
    expect(sourceOf(route)).toEqual(source);
    expect(numberOf(route.query.get('ply'))).toBe(12);
    expect(sourceOf(match('/r/abc'))).toEqual({ record: 'abc' });
  });

  it('ignores numbers that are invalid', () => {
    for (const text of [null, '', '-1', '1.5', 'x', '1e3', '999999'])
      expect(numberOf(text)).toBeNull();
  });
});

describe('the proof of a shuffle', () => {
  const secret = '00ff'.repeat(16);
  const salts = ['', 'abcd01'];

  // The result of tilewright.shuffle.Shuffle.
  it('equals the server’s', async () => {
    const commitment = '6bd25f5d5bc8ca90d74d76e96509d85351800e38ce101abf0ffa81c8a7e755a7';
    const seed = '4650992383380093718';
    expect(await sha256Hex(secret)).toBe(commitment);
    expect(await deriveSeed({ commitment, secret, salts, seed })).toBe(seed);
  });

  it('is read from a record', () => {
    const text = `tilewright: record 1\nseed: 18446744073709551615\nshuffle:\n  commitment ${'a'.repeat(64)}\n  secret ${secret}\n  salts - abcd01\n`;
    expect(proofOfRecord(text)).toEqual({
      commitment: 'a'.repeat(64),
      secret,
      salts,
      seed: '18446744073709551615',
    });
    expect(proofOfRecord('tilewright: record 1\nseed: 7\nmoves: none\n')).toBeNull();
  });
});

describe('keys', () => {
  const press = (key: string, inside: string[] = [], more: object = {}) =>
    keyOf({
      key,
      defaultPrevented: false,
      target: {
        closest: (wanted: string) => inside.some((tag) => wanted.split(', ').includes(tag)),
      },
      ...more,
    } as unknown as KeyboardEvent);

  it('change the ply', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', 'x'];
    expect(keys.map((key) => press(key))).toEqual(['back', 'on', 'first', 'last', 'play', null]);
  });

  it('leave fields, dialogs and shortcuts alone', () => {
    expect(press('ArrowLeft', ['input'])).toBeNull();
    expect(press('End', ['dialog'])).toBeNull();
    expect(press('ArrowLeft', [], { altKey: true })).toBeNull();
    expect(press('ArrowLeft', [], { defaultPrevented: true })).toBeNull();
  });

  it('leave the space bar to a focused button', () => {
    expect(press(' ', ['button'])).toBeNull();
    expect(press('ArrowRight', ['button'])).toBe('on');
  });
});
