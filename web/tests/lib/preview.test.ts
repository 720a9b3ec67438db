import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Turn } from '../../src/games/nova-luna/turn.svelte';
import { Previews } from '../../src/lib/preview.svelte';
import type { Effect, MoveIllegal } from '../../src/lib/wire';
import start from '../fixtures/nova-luna-start.json';

declare const process: {
  on: (name: string, hear: (reason: unknown) => void) => void;
  off: (name: string, hear: (reason: unknown) => void) => void;
};

type Answer = (Effect | MoveIllegal)[];
const effectOf = (move: string) => ({ move, seat: 0, next: 1, ends: false }) as Effect;

let asked: string[][];
let answers: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[];
let previews: Previews<Effect>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  [asked, answers] = [[], []];
  previews = new Previews((moves) => {
    asked.push(moves);
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const answer = async (index: number, ...moves: string[]) => {
  answers[index]!.resolve(moves.map(effectOf));
  await pass(0);
};

describe('preview requests', () => {
  test('are sent at once, then at most every 80 ms with the newest moves', async () => {
    previews.want(['a']);
    await pass(0);
    previews.want(['b']);
    previews.want(['c']);
    await pass(79);
    expect(asked).toEqual([['a']]);
    await pass(1);
    expect(asked).toEqual([['a'], ['c']]);
  });

  test('are sent sooner if answers are fast', async () => {
    previews.want(['a']);
    await pass(0);
    await pass(2);
    await answer(0, 'a');
    previews.want(['b']);
    await pass(13);
    expect(asked).toEqual([['a']]);
    await pass(1);
    expect(asked).toEqual([['a'], ['b']]);
  });

  test('are not sent when cleared', async () => {
    previews.want(['a']);
    previews.want([]);
    await pass(200);
    expect(asked).toEqual([]);
  });

  test('are not repeated for known moves', async () => {
    previews.want(['a', 'b']);
    previews.want(['a', 'b']);
    await pass(0);
    await answer(0, 'a', 'b');
    previews.want(['b', 'c']);
    await pass(80);
    expect(asked).toEqual([['a', 'b'], ['c']]);
    previews.want(['a']);
    await pass(80);
    expect(asked).toHaveLength(2);
  });
});

describe('preview answers', () => {
  test('are stored by move', async () => {
    previews.want(['a', 'b']);
    await pass(0);
    expect(previews.of('a')).toBeNull();
    await answer(0, 'a', 'b');
    expect(previews.of('a')).toEqual(effectOf('a'));
    expect(previews.of('b')?.move).toBe('b');
    expect(previews.of(null)).toBeNull();
  });

  test('that come late are used while the position is the same', async () => {
    previews.want(['a']);
    await pass(0);
    previews.want(['b']);
    await pass(80);
    await answer(1, 'b');
    await answer(0, 'a');
    expect([previews.of('a')?.move, previews.of('b')?.move]).toEqual(['a', 'b']);
  });

  test('for an earlier position are ignored', async () => {
    previews.want(['a']);
    await pass(0);
    await answer(0, 'a');
    previews.want(['b']);
    await pass(80);
    previews.clear();
    await answer(1, 'b');
    expect([previews.of('a'), previews.of('b')]).toEqual([null, null]);
  });

  test('for illegal moves have no effect', async () => {
    previews.want(['a']);
    await pass(0);
    answers[0]!.resolve([{ move: 'a', illegal: 'no' } as unknown as MoveIllegal]);
    await pass(0);
    expect(previews.of('a')).toBeNull();
  });

  test('that fail leave the move to be requested again', async () => {
    previews.want(['a']);
    await pass(0);
    answers[0]!.reject(new Error('too many'));
    await pass(80);
    expect(previews.of('a')).toBeNull();
    previews.want(['a']);
    await pass(80);
    await answer(1, 'a');
    expect(previews.of('a')?.move).toBe('a');
  });

  test('clearing cancels a pending request', async () => {
    previews.want(['a']);
    previews.clear();
    await pass(200);
    expect(asked).toEqual([]);
  });
});

/**
 * A tile was picked, the bot moved, and the answer to the preview was "stale": the rejection was not
 * caught, and the page showed an error that meant nothing to the player.
 */
test('a refused preview leaves the turn unchanged', async () => {
  const lost: unknown[] = [];
  const hear = (reason: unknown) => lost.push(reason);
  process.on('unhandledRejection', hear);
  const given = { box: start.box, scene: start.scene, seats: [], moves: start.moves };
  const refusing = new Previews(() => Promise.reject(new Error('stale')));
  const turn = new Turn(() => ({ ...given, play: () => undefined }) as never, refusing as never);
  turn.pick(turn.open[0]!);
  await pass(100);
  turn.choose(turn.places[0]!);
  vi.useRealTimers();
  await new Promise((done) => setTimeout(done, 5));
  process.off('unhandledRejection', hear);
  expect(lost).toEqual([]);
  expect(turn.effect).toBeNull();
  expect(turn.move).toBe(start.moves[0]);
});
