import { afterEach, expect, test, vi } from 'vitest';

import { checkGame, checkProof } from '../../../src/parts/replay/checks';
import { sha256Hex, deriveSeed, type Proof } from '../../../src/parts/replay/shuffle-proof';

const SECRET = 'ab'.repeat(32);

async function proof(): Promise<Proof> {
  const told = { commitment: await sha256Hex(SECRET), secret: SECRET, salts: ['', '0102'] };
  return { ...told, seed: await deriveSeed({ ...told, seed: '' }) };
}

/** The sentence, and whether it holds; no words are loaded here. */
const told = async (checked: Proof, noted = '') =>
  (await checkProof(checked, noted)).map(({ text, holds }) => [text, holds]);

afterEach(() => vi.unstubAllGlobals());

test('verification of the committed deal succeeds', async () => {
  expect(await told(await proof())).toEqual([
    ['replay-check-fingerprint-yes', true],
    ['replay-check-seed-yes', true],
  ]);
});

test('verification with another secret or seed fails', async () => {
  const real = await proof();
  expect(await told({ ...real, commitment: '00'.repeat(32) })).toContainEqual([
    'replay-check-fingerprint-no',
    false,
  ]);
  expect(await told({ ...real, seed: '1' })).toContainEqual(['replay-check-seed-no', false]);
});

test('verification without crypto support claims nothing', async () => {
  const real = await proof();
  vi.stubGlobal('crypto', {});
  expect(await told(real)).toEqual([['replay-check-unable-unknown', null]]);
});

test('a noted commitment is compared as a whole, ignoring case', async () => {
  const real = await proof();
  const last = async (noted: string) => (await told(real, noted)).at(-1);
  expect(await last(`  ${real.commitment.toUpperCase()} `)).toEqual([
    'replay-check-noted-yes',
    true,
  ]);
  expect(await last(real.commitment.slice(0, 63))).toEqual(['replay-check-noted-no', false]);
  expect(await last(`${real.commitment.slice(0, 63)}g`)).toEqual(['replay-check-noted-no', false]);
  expect(await told(real, '   ')).toHaveLength(2);
});

test('verification by the server sends record and commitment, and shows its verdict', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    asked.push([url, JSON.parse(body)]);
    return Promise.resolve(Response.json({ holds: false, lines: ['move 3 is illegal'] }));
  });
  const real = await proof();
  const [check, verdict] = await checkGame('the record', real);
  expect(check).toEqual({ holds: false, text: 'replay-check-game-no' });
  expect(verdict.lines).toEqual(['move 3 is illegal']);
  await checkGame('another', null);
  expect(asked).toEqual([
    ['/api/v1/verify', { record: 'the record', commitment: real.commitment }],
    ['/api/v1/verify', { record: 'another', commitment: null }],
  ]);
});
