import { beforeEach, describe, expect, it, vi } from 'vitest';

import { GAMES } from '../../src/games/registry';
import { Lesson, type Script } from '../../src/lib/lesson.svelte';
import type { StudyResult } from '../../src/lib/wire';
import type { Effect } from '../../src/lib/wire';
import { matchesEffect, type EffectPattern } from '../../src/lib/effect-matcher';
import { fetchLesson, messageOf, highlightSelector, valuesOf } from '../../src/parts/learn/lesson';
import { progresses } from '../../src/parts/learn/progress.svelte';
import goals from '../lesson-goals.json';

const SCRIPTS = import.meta.glob<Script>('../../src/games/*/lessons/*.json', {
  import: 'default',
  eager: true,
});

const script: Script = {
  game: 'nova-luna',
  players: 2,
  steps: [
    { id: 'aim', rule: 'NL-16', position: 'start' },
    {
      id: 'cost',
      rule: 'NL-11',
      position: 'later',
      goal: { cost: 2 },
      hint: '6@1,0',
      say: [
        { when: { cost: { least: 6 } }, answer: 'dear' },
        { when: { cost: { least: 5 } }, answer: 'dearish' },
      ],
    },
  ],
  positions: { start: ['ply: 0'], later: ['ply: 3', 'mover: 0'] },
};

const COSTS: Record<string, number> = { '5@1,0': 5, '6@1,0': 2, '7@1,0': 6, '8@1,0': 4 };

type Task = { position: string; seat: number; moves?: string[]; preview?: string[] };
let asked: Task[];

const effectOf = (move: string) =>
  ({ move, kind: 'take', seat: 0, next: 1, ends: false, cost: COSTS[move] }) as Effect;

/** A server that knows one position: what a move costs. */
function study(task: object): Promise<StudyResult> {
  const { moves = [], preview = [] } = task as Task;
  asked.push(task as Task);
  return Promise.resolve({
    mover: 0,
    is_over: false,
    position: '',
    scene: { ply: moves.length } as StudyResult['scene'],
    legal: Object.keys(COSTS),
    played: moves.map((move, ply) => ({ ply, seat: 0, move, effect: effectOf(move) })),
    effects: preview.map(effectOf),
  });
}

let lesson: Lesson;

beforeEach(async () => {
  asked = [];
  lesson = new Lesson(script, study);
  await lesson.enter(0);
});

describe('what a step asks for', () => {
  it.each(goals)('$wanted against $found', ({ wanted, found, met }) => {
    expect(matchesEffect(wanted as EffectPattern, found)).toBe(met);
  });
});

describe('a lesson', () => {
  it('shows the position as the learner sees it', () => {
    expect(asked).toEqual([{ position: 'ply: 0\n', seat: 0 }]);
    expect(lesson.step?.id).toBe('aim');
  });

  it('has no moves in steps without a task', async () => {
    expect(lesson.moves).toBeNull();
    await lesson.play('6@1,0');
    expect(asked).toHaveLength(1);
  });

  it('stays within its steps', async () => {
    await lesson.back();
    expect(lesson.index).toBe(0);
    await lesson.enter(99);
    expect(lesson.isOver).toBe(true);
    expect(lesson.step).toBeUndefined();
  });

  it('keeps its state if the server does not answer', async () => {
    const broken = new Lesson(script, () => Promise.reject(new Error('offline')));
    await expect(broken.enter(1)).rejects.toThrow('offline');
    expect(broken.index).toBe(-1);
  });

  it('plays the requested move', async () => {
    await lesson.next();
    await lesson.play('6@1,0');
    expect(lesson.done?.move).toBe('6@1,0');
    expect(lesson.shown?.scene.ply).toBe(1);
    expect(lesson.moves).toBeNull();
  });

  it('answers any other move and keeps the position', async () => {
    await lesson.next();
    await lesson.play('8@1,0');
    expect(lesson.missed).toMatchObject({ answer: 'no', played: { move: '8@1,0' } });
    expect(lesson.shown?.scene.ply).toBe(0);
    expect(lesson.moves).toBeNull();
    lesson.tryAgain();
    expect(lesson.moves).toContain('6@1,0');
  });

  it('gives the first matching answer', async () => {
    await lesson.next();
    await lesson.play('7@1,0');
    expect(lesson.missed?.answer).toBe('no-dear');
    lesson.tryAgain();
    await lesson.play('5@1,0');
    expect(lesson.missed?.answer).toBe('no-dearish');
  });

  it('hints after the second miss or on request', async () => {
    await lesson.next();
    for (const needsHint of [false, true]) {
      await lesson.play('8@1,0');
      expect(lesson.needsHint).toBe(needsHint);
      lesson.tryAgain();
    }
    await lesson.enter(1);
    expect(lesson.needsHint).toBe(false);
    lesson.isStuck = true;
    expect(lesson.needsHint).toBe(true);
    await lesson.play('6@1,0');
    expect(lesson.needsHint).toBe(false);
  });

  it('resets the board at every step and attempt', async () => {
    const { tries } = lesson;
    await lesson.next();
    expect(lesson.tries).toBe(tries + 1);
    await lesson.play('8@1,0');
    expect(lesson.tries).toBe(tries + 1);
    lesson.tryAgain();
    expect(lesson.tries).toBe(tries + 2);
  });
});

describe('previews', () => {
  it('are requested once', async () => {
    await lesson.next();
    asked = [];
    expect(await lesson.preview(['5@1,0', '6@1,0'])).toHaveLength(2);
    const [first] = await lesson.preview(['6@1,0']);
    expect(first).toMatchObject({ move: '6@1,0', cost: 2 });
    expect(asked.map(({ preview }) => preview)).toEqual([['5@1,0', '6@1,0']]);
  });

  it('are cleared with the step', async () => {
    await lesson.preview(['5@1,0']);
    await lesson.next();
    asked = [];
    await lesson.preview(['5@1,0']);
    expect(asked).toHaveLength(1);
  });

  it('are split into requests of the allowed size', async () => {
    asked = [];
    await lesson.preview(Array.from({ length: 100 }, (_, n) => `${n}@0,0`));
    expect(asked.map(({ preview }) => preview?.length)).toEqual([64, 36]);
  });
});

describe('the lessons', () => {
  it('are all offered with the board of their game', async () => {
    vi.stubGlobal('fetch', (url: string) => Promise.resolve(Response.json(SCRIPTS[`../..${url}`])));
    const lessons = [...GAMES.values()].filter(({ lesson }) => lesson);
    expect(lessons).toHaveLength(Object.keys(SCRIPTS).length);
    for (const face of lessons) expect((await fetchLesson(face)).game).toBe(face.name);
    vi.unstubAllGlobals();
  });
});

describe('words', () => {
  it('are found by game, step and part', () => {
    const step = script.steps[1]!;
    expect(messageOf(script, step)).toBe('lesson-nova-luna-cost');
    expect(messageOf(script, step, 'no-dear')).toBe('lesson-nova-luna-cost-no-dear');
  });

  it('have numbers, words and list lengths as variables', () => {
    const effect = { ...effectOf('5@1,0'), covers: [{}, {}], gains: { total: 1 } };
    expect(valuesOf(effect)).toEqual({
      move: '5@1,0',
      kind: 'take',
      seat: 0,
      next: 1,
      cost: 5,
      covers: 2,
    });
  });
});

describe('highlights', () => {
  it('are found by the selectors of the boards', () => {
    expect(highlightSelector('slot 3')).toBe('[data-slot="3"]');
    expect(highlightSelector('cell d4')).toBe('[data-cell="d4"]');
  });
});

describe('progress', () => {
  it('is stored per step, and a finished lesson stays finished', () => {
    expect(progresses.of('polyssimo')).toEqual({ step: 0, isDone: false });
    progresses.note('polyssimo', 3, 8);
    expect(progresses.of('polyssimo')).toEqual({ step: 3, isDone: false });
    progresses.note('polyssimo', 8, 8);
    expect(progresses.of('polyssimo')).toEqual({ step: 0, isDone: true });
    progresses.note('polyssimo', 2, 8);
    expect(progresses.of('polyssimo')).toEqual({ step: 2, isDone: true });
  });
});
