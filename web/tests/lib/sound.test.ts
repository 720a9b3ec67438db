import { beforeEach, expect, test, vi } from 'vitest';

import shelfie from '../../src/games/my-shelfie/game-ui';
import novaLuna from '../../src/games/nova-luna/game-ui';
import { lengthOf, LOUDEST, NOTES, play } from '../../src/lib/audio';
import { identity } from '../../src/lib/identity.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { sound, soundsOf, type Sound } from '../../src/lib/sound';
import type { LiveSocket } from '../../src/lib/socket.svelte';
import { Table } from '../../src/lib/table.svelte';
import type { Effect, LoggedEvent, TableInfo, UpdateMessage } from '../../src/lib/wire';

const KINDS = Object.keys(NOTES) as Sound[];
const person = (id: string) => ({ who: { kind: 'person', id, name: id } });
const CHAIRS = [person('ann'), person('ben')] as TableInfo['chairs'];

let moveSound: Sound[] = [];
let table: Table;
let seq = 0;

/** Something happens at Ann's table. */
function happens(info: Partial<TableInfo>, more: Partial<UpdateMessage> = {}): Sound[] {
  moveSound = [];
  seq += 1;
  const before = table.info ?? { status: 'open', number: 0, ply: 0, mover: null, chairs: CHAIRS };
  const now = { ...before, ...info, seq } as TableInfo;
  table.onMessage({ type: 'update', table: 't', seq, events: [], info: now, view: null, ...more });
  return moveSound;
}

const event = (kind: string, more: object): Partial<UpdateMessage> => ({
  events: [{ seq: seq + 1, event: { kind, at: 1, ...more } } as unknown as LoggedEvent],
});
const moved = (seat: number, effect: object = {}): Partial<UpdateMessage> => ({
  played: [{ ply: 0, seat, move: 'm', effect: { move: 'm', seat, ...effect } as Effect }],
});

beforeEach(() => {
  seq = 0;
  identity.person = { id: 'ann', name: 'Ann' } as unknown as typeof identity.person;
  table = new Table('t', null, {} as LiveSocket);
  table.onNews = (news) => {
    moveSound = soundsOf(news, (effect) => (effect.kind === 'big' ? 'goal' : null));
  };
  happens({ status: 'running', number: 1, mover: 0 });
});

test('existing state plays no sound', () => {
  expect(moveSound).toEqual([]);
});

test('a placed tile sounds after the move of any seat', () => {
  expect(happens({ number: 2, ply: 1, mover: 1 }, moved(0))).toEqual(['tile']);
  expect(happens({ number: 3, ply: 2, mover: 1 }, moved(1))).toEqual(['tile']);
});

test('our turn after another’s move sounds', () => {
  happens({ number: 2, ply: 1, mover: 1 }, moved(0));
  expect(happens({ number: 3, ply: 2, mover: 0 }, moved(1))).toEqual(['tile', 'turn']);
});

test('a second move of the same player plays no turn sound', () => {
  expect(happens({ number: 2, ply: 1, mover: 0 }, moved(0))).toEqual(['tile']);
});

test('a game may have sounds for its moves', () => {
  expect(happens({ number: 2, ply: 1, mover: 1 }, moved(0, { kind: 'big' }))).toEqual(['goal']);
});

test('chat and arrivals of others sound, our own do not', () => {
  expect(happens({}, event('said', { ...person('ben'), text: 'hi' }))).toEqual(['talk']);
  expect(happens({}, event('said', { ...person('ann'), text: 'hi' }))).toEqual([]);
  expect(happens({}, event('sat', { ...person('ben'), seat: 1 }))).toEqual(['sat']);
  expect(happens({}, event('sat', { who: { kind: 'bot', name: 'level-1' }, seat: 1 }))).toEqual([
    'sat',
  ]);
});

test.each([
  [[1, 2], 'won'],
  [[2, 1], 'lost'],
  [[1, 1], 'won'],
] as const)('the end with places %j is %s', (places, kind) => {
  const outcome = { places: [...places], scores: [0, 0] };
  expect(happens({ status: 'over', number: 2, mover: null, outcome }, moved(1))).toEqual([
    'tile',
    kind,
  ]);
  expect(happens({ next_table: 'x' })).toEqual([]);
});

test.each([
  ['nova-luna', novaLuna[0], { kind: 'take', covers: [[1, 2]] }, 'glass'],
  ['nova-luna', novaLuna[0], { kind: 'take', covers: [] }, null],
  ['nova-luna', novaLuna[0], { kind: 'refill', tiles: 3 }, 'refill'],
  ['my-shelfie', shelfie[0], { tokens: [{}], refills: true }, 'goal'],
  ['my-shelfie', shelfie[0], { tokens: [], refills: true }, 'refill'],
  ['my-shelfie', shelfie[0], { tokens: [], refills: false, gains: { groups: 2 } }, 'group'],
  ['my-shelfie', shelfie[0], { tokens: [], refills: false, gains: { groups: 0 } }, 'knock'],
] as const)('%s hears its own moves', (_, face, effect, kind) => {
  expect(face!.moveSound(effect as unknown as Effect)).toBe(kind);
});

test('each sound is different, short and quiet', () => {
  expect(new Set(KINDS.map((kind) => JSON.stringify(NOTES[kind]))).size).toBe(KINDS.length);
  expect(KINDS.filter((kind) => lengthOf(kind) > 0.65)).toEqual([]);
  expect(LOUDEST).toBeLessThanOrEqual(0.12);
});

test.each(KINDS)('%s asks the speaker for its notes, one after the other', (kind) => {
  const made: { pitch: number; at: number }[] = [];
  const node = () => {
    const note = { pitch: 0, at: 0 };
    return {
      frequency: {
        set value(pitch: number) {
          note.pitch = pitch;
        },
      },
      gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
      connect: (next: unknown) => next,
      start(at: number) {
        note.at = at;
        made.push(note);
      },
      stop: vi.fn(),
    };
  };
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 5;
      destination = {};
      resume = () => Promise.resolve();
      createOscillator = node;
      createGain = node;
    },
  );
  vi.resetModules();
  return import('../../src/lib/audio').then(({ play }) => {
    play([kind]);
    const [, ...notes] = NOTES[kind];
    expect(made).toEqual(notes.map(([pitch, at]) => ({ pitch, at: 5 + at / 100 })));
  });
});

test('sounds are off by default', () => {
  vi.stubGlobal('AudioContext', function refuse() {
    throw new Error('a sound');
  });
  expect(settings.sound).toBe(false);
  sound(...KINDS);
  expect(() => play(['talk'])).toThrow('a sound');
});
