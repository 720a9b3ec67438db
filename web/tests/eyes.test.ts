/** Positions that come as bytes are shown as if the server had drawn them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Game } from '../src/engine/game';
import { draw } from '../src/engine/looking';
import { identity } from '../src/lib/identity.svelte';
import type { LiveSocket } from '../src/lib/socket.svelte';
import { Table } from '../src/lib/table.svelte';
import type { Numbered, Played, TableInfo, UpdateMessage, View } from '../src/lib/wire';

interface Question {
  given: { update: UpdateMessage; before: View | null };
  answer: (looked: object | null) => void;
}

/** What the engine was asked; tests answer. */
const engine = vi.hoisted(() => ({ isReady: true, asked: [] as Question[] }));
vi.mock('../src/lib/own', () => ({
  isReady: () => engine.isReady,
  askHere: (_game: string, question: string, given: Question['given']) => {
    expect(question).toBe('look');
    return new Promise((answer) => engine.asked.push({ given, answer }));
  },
}));

const terms = { game: 'toy', talk: true };
const chairs = ['me', 'you'].map((id) => ({ who: { kind: 'person', id, name: id } }));
const info = (ply: number, seq: number, mover: number | null = ply % 2) =>
  ({ terms, chairs, ply, seq, number: ply + 1, status: 'running', mover }) as unknown as TableInfo;

const moved = (ply: number): Numbered => ({
  seq: ply + 5,
  event: {
    kind: 'moved',
    at: 1,
    seat: (ply + 1) % 2,
    move: `m${ply}`,
    author: null,
    move_id: null,
  },
});

/** As it comes after a move, of somebody on the first seat. */
function bare(ply: number, more: Partial<UpdateMessage> = {}): UpdateMessage {
  const view = { seat: 0, number: ply + 1, ply, moves: null, state: btoa(`s${ply}`) } as View;
  const seq = ply + 5;
  return {
    type: 'update',
    table: 't',
    seq,
    events: [moved(ply)],
    info: info(ply, seq),
    view,
    ...more,
  };
}

/** A game of which all is told by its bytes. */
const toy = {
  name: 'toy',
  module: { manifest: { state: 2 } },
  legal: () => [0, 1],
  moves: (state: Uint8Array, actions: number[]) =>
    actions.map((action) => `${text(state)}-${action}`),
  scene: (state: Uint8Array) => ({ of: text(state) }),
  find: (_state: Uint8Array, move: string) => (move.startsWith('m') ? 7 : null),
  effect: (state: Uint8Array, action: number) => ({ seat: 1, action, on: text(state) }),
} as unknown as Game;
const text = (state: Uint8Array) => new TextDecoder().decode(state);

/** Let the engine see the first, or the last, of what it was asked to look at. */
function look(which: 'shift' | 'pop' = 'shift'): void {
  const { given, answer } = engine.asked[which]()!;
  answer(draw(toy, given.update, given.before));
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const listened: boolean[] = [];
let request: () => Promise<object>;
let table: Table;

beforeEach(async () => {
  Object.assign(engine, { isReady: true, asked: [] });
  listened.length = 0;
  identity.person = { id: 'me' } as typeof identity.person;
  const shown = { info: info(0, 5), view: null, invite: null, has_help: true };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(shown)));
  const socket = {
    listen: (_id: string, { state }: Table) => (listened.push(state), () => undefined),
    request: () => request(),
  };
  table = new Table('t', null, socket as unknown as LiveSocket);
  await table.enter();
  // Whoever subscribes gets the position, and what led to it.
  table.hear(bare(0, { events: [], played: [] }));
  look();
  await settled();
});
afterEach(() => {
  identity.person = null;
  vi.unstubAllGlobals();
});

const story = () => table.story.map(({ ply, move }: Played) => `${ply} ${move}`);

test('a scene, the moves on our turn, and what the move did', async () => {
  expect(table.view).toMatchObject({ scene: { of: 's0' }, moves: ['s0-0', 's0-1'] });
  table.hear(bare(1));
  expect(table.view!.scene).toEqual({ of: 's0' }); // not yet
  look();
  await settled();
  expect(table.view).toMatchObject({ scene: { of: 's1' }, moves: null, state: btoa('s1') });
  const effect = { seat: 1, action: 7, on: 's0' };
  expect(table.story).toEqual([{ seq: 6, ply: 0, seat: 1, move: 'm1', effect }]);
  table.hear(bare(2));
  look();
  await settled();
  expect(table.view!.moves).toEqual(['s2-0', 's2-1']);
  expect(story()).toEqual(['0 m1', '1 m2']);
});

test('everything is shown in the order in which it came', async () => {
  const talk = { seq: 8, event: { kind: 'said', at: 1, who: chairs[0]!.who, text: 'hello' } };
  table.hear(bare(1));
  table.hear(bare(2));
  table.hear({ ...bare(2), seq: 8, events: [talk as Numbered], view: null, played: [] });
  look('pop');
  await settled();
  expect(table.known).toBe(5);
  look();
  await settled();
  expect(table.known).toBe(8);
  expect(table.lines).toMatchObject([{ text: 'hello' }]);
  expect(story()).toEqual(['0 m1', '1 m2']);
  expect(table.view!.scene).toEqual({ of: 's2' });
});

test('nobody moves again before what their move led to is seen', async () => {
  let acknowledge!: (answer: object) => void;
  request = () => new Promise((resolve) => (acknowledge = resolve));
  const moving = table.move('m1');
  table.hear(bare(1));
  acknowledge({ type: 'ack' }); // the server says so right after the news
  await settled();
  expect(table.sending).toBe('m1'); // the board shows the position before it, and its moves
  look();
  await moving;
  expect(table.sending).toBeNull();
  expect(table.view).toMatchObject({ scene: { of: 's1' }, moves: null });
});

test('whoever has left is shown nothing more', async () => {
  const heard = vi.fn();
  table.onNews = heard;
  table.hear(bare(1));
  table.leave();
  look();
  await settled();
  expect(table.known).toBe(5);
  expect(heard).not.toHaveBeenCalled();
});

test('where the engine fails all is asked of the server again, and nothing is left out', async () => {
  expect(listened).toEqual([true]);
  table.hear(bare(1));
  table.hear(bare(2));
  engine.asked.shift()!.answer(null);
  look();
  await settled();
  expect(listened).toEqual([true, false]); // once, and with scenes
  expect(table.known).toBe(5);
  const both = [1, 2].map((ply) => ({ ply: ply - 1, seat: 0, move: `m${ply}`, effect: {} }));
  const view = { ...bare(2).view!, scene: { of: 'server' } } as unknown as View;
  table.hear(bare(2, { events: [moved(1), moved(2)], view, played: both as Played[] }));
  expect(story()).toEqual(['0 m1', '1 m2']);
  expect(table.view!.scene).toEqual({ of: 'server' });
});

describe('what cannot be seen', () => {
  const before = bare(0).view;

  test('is a move on a position that we never had', () => {
    expect(() => draw(toy, bare(2), before)).toThrow('no m2 here');
    expect(() => draw(toy, bare(1), null)).toThrow('no m1 here');
  });

  test('is one that the engine does not know', () => {
    const event = { ...moved(1).event, move: 'x' } as Numbered['event'];
    const update = bare(1, { events: [{ seq: 6, event }] });
    expect(() => draw(toy, update, before)).toThrow('no x here');
  });

  test('is a state of another size', () => {
    const view = { ...bare(1).view!, state: btoa('longer') };
    expect(() => draw(toy, bare(1, { view }), before)).toThrow('expected 2 bytes');
  });
});

test('what the server has told is left as it is, and nobody moves after the end', () => {
  const played = [{ ply: 0, seat: 0, move: 'm1', effect: {} }] as unknown as Played[];
  const over = bare(2, { played, info: info(2, 7, null), view: { ...bare(2).view!, seat: null } });
  expect(draw(toy, over, null)).toMatchObject({ played, view: { moves: null } });
});

test('bytes are wanted by who can see', () => {
  expect(table.state).toBe(true);
  engine.isReady = false;
  expect(table.state).toBe(false);
  engine.isReady = true;
  table.isFaceless = () => true;
  expect(table.state).toBe(false);
});
