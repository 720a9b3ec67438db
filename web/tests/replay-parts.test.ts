import { describe, expect, it } from 'vitest';

import { match } from '../src/lib/router.svelte';
import type { Idea } from '../src/lib/thoughts';
import type { MoveThought } from '../src/lib/wire';
import { addressOf, numberOf, sourceOf } from '../src/parts/replay/address';
import { graphOf, plyAt, spread, ticksOf, type Frame } from '../src/parts/replay/graph';
import { keyOf } from '../src/parts/replay/keys';
import { readLines } from '../src/lib/api';
import { fingerprint, proofOfRecord, seedOf } from '../src/parts/replay/proof';
import { distance, rankOf } from '../src/parts/replay/verdict';

describe('the address of a ply', () => {
  it('goes there and back', () => {
    const source = { table: 'k7f2' };
    const address = addressOf({ source, ply: 12, seat: 1, invite: 'a b' });
    expect(address).toBe('/t/k7f2/replay?ply=12&seat=1&invite=a%20b');
    const route = match(address);
    expect(sourceOf(route)).toEqual(source);
    expect(numberOf(route.query.get('ply'))).toBe(12);
    expect(sourceOf(match('/r/abc'))).toEqual({ record: 'abc' });
  });

  it('takes nothing for a number that is none', () => {
    for (const text of [null, '', '-1', '1.5', 'x', '1e3', '999999'])
      expect(numberOf(text)).toBeNull();
  });
});

describe('lines', () => {
  async function read(...chunks: (string | Uint8Array)[]): Promise<unknown[]> {
    const encoder = new TextEncoder();
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) {
          controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        }
        controller.close();
      },
    });
    const found: unknown[] = [];
    for await (const line of readLines(stream)) found.push(line);
    return found;
  }

  it('are put together from whatever pieces arrive', async () => {
    expect(await read('{"ply":0}\n{"p', 'ly":1}\n', '\n{"ply":2}')).toEqual([
      { ply: 0 },
      { ply: 1 },
      { ply: 2 },
    ]);
  });

  it('may be cut in the middle of a letter', async () => {
    const bytes = new TextEncoder().encode('"ї"\n');
    expect(await read(bytes.slice(0, 2), bytes.slice(2))).toEqual(['ї']);
  });
});

describe('the graph', () => {
  const frame: Frame = { width: 340, height: 170, left: 40, right: 30, top: 10, bottom: 20 };

  it('draws shares from 0 to 1, a line for each seat', () => {
    const graph = graphOf(
      [
        { ply: 0, chances: [0.25, 0.75] },
        { ply: 10, chances: [1, 0] },
      ],
      [0, 10],
      frame,
    );
    expect(graph.lines.map(({ path }) => path)).toEqual(['M40 115L310 10', 'M40 45L310 150']);
    expect(graph.ticks.map(({ value }) => value)).toEqual([0, 0.5, 1]);
    expect(graph.lines[0]!.end).toEqual({ x: 310, y: 10 });
  });

  it('draws totals between round numbers, and nothing from nothing', () => {
    const graph = graphOf([{ ply: 0, expected: 92.4 }], [0, 42], frame);
    expect(graph.lines).toHaveLength(1);
    expect(graph.ticks.map(({ value }) => value)).toEqual([92, 93]);
    const empty = graphOf([], [0, 0], frame);
    expect([empty.lines, empty.ticks]).toEqual([[], []]);
  });

  it('finds ticks that hold all values', () => {
    for (const values of [
      [88, 131],
      [99.5, 100.2],
      [60, 60],
      [0, 199],
      [150, 390],
    ]) {
      const ticks = ticksOf(values);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });

  it('finds the ply under a finger, also beside the graph', () => {
    expect([0, 40, 175, 310, 400].map((x) => plyAt(x, [4, 14], frame))).toEqual([4, 4, 9, 14, 14]);
  });

  it('moves labels apart and keeps them inside', () => {
    expect(spread([50, 52, 100], 20, 0, 150)).toEqual([50, 70, 100]);
    expect(spread([150, 149, 148], 20, 0, 150)).toEqual([150, 130, 110]);
    expect(spread([0, 0], 20, 10, 150)).toEqual([10, 30]);
  });
});

describe('the proof of a shuffle', () => {
  const secret = '00ff'.repeat(16);
  const salts = ['', 'abcd01'];

  // What tilewright.shuffle.Shuffle makes of them.
  it('is worked out as the server does it', async () => {
    const commitment = '6bd25f5d5bc8ca90d74d76e96509d85351800e38ce101abf0ffa81c8a7e755a7';
    const seed = '4650992383380093718';
    expect(await fingerprint(secret)).toBe(commitment);
    expect(await seedOf({ commitment, secret, salts, seed })).toBe(seed);
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

describe('the move that was played', () => {
  const idea = (moves: string[], chance: number | null, expected: number | null = null): Idea => ({
    thought: { move: moves[0], chance, expected } as MoveThought,
    moves,
    better: [],
    worse: [],
  });

  it('has the rank of its idea, and what it gave away', () => {
    const found = [idea(['a', 'd'], 0.64), idea(['b'], 0.6), idea(['c'], 0.58)];
    expect(['c', 'a', 'd', 'z'].map((move) => rankOf(found, move))).toEqual([2, 0, 0, -1]);
    expect(distance(found[2]!.thought, found[0]!.thought)).toBe(-6);
  });

  it('is told in points where one plays alone', () => {
    const [best, other] = [idea(['a'], null, 90.2), idea(['b'], null, 93.4)];
    expect(distance(other.thought, best.thought)).toBe(3);
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

  it('move through the game', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', 'x'];
    expect(keys.map((key) => press(key))).toEqual(['back', 'on', 'first', 'last', 'play', null]);
  });

  it('leave fields, dialogs and shortcuts alone', () => {
    expect(press('ArrowLeft', ['input'])).toBeNull();
    expect(press('End', ['dialog'])).toBeNull();
    expect(press('ArrowLeft', [], { altKey: true })).toBeNull();
    expect(press('ArrowLeft', [], { defaultPrevented: true })).toBeNull();
  });

  it('let the space bar press what has the focus', () => {
    expect(press(' ', ['button'])).toBeNull();
    expect(press('ArrowRight', ['button'])).toBe('on');
  });
});
