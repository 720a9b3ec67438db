/** A game's kernels as functions over states, with kernels in TypeScript in the place of a module's. */
import { beforeEach, expect, test } from 'vitest';

import { Game, SPECTATOR } from '../../src/engine/game';
import type { Dtype, Kind, Module } from '../../src/engine/wasm-module';

const HEADER = ['rng', 'ply', 'players', 'mover', 'over', 'viewer'];
const RECORD: Dtype = {
  bytes: 8,
  fields: Object.fromEntries(HEADER.map((name, at) => [name, [at, 'u1', []]])),
};
const [RNG, PLY, PLAYERS, MOVER, OVER, VIEWER, HEAP] = [0, 1, 2, 3, 4, 5, 6];
const state = { record: RECORD };
const ints = (length: number | null): Kind => ({ array: 'i4', shape: [length] });
const longs = (length: number): Kind => ({ array: 'i8', shape: [length] });
const ENTRIES: Record<string, Kind[]> = {
  setup: [state, 'word', 'int', longs(4)],
  apply: [state, 'int'],
  view: [state, 'int'],
  determinize: [state, 'word'],
  legal_actions: [state, ints(9)],
  outcome: [state, longs(4), longs(4)],
  moves: [state, ints(null), 'int', 'int', ints(40)],
  scene: [state, ints(9)],
  effect: [state, 'int', state, ints(9)],
  random_action: [state, 'word'],
  rate_actions: [state, 'word', ints(9), { array: 'f4', shape: [9] }, { array: 'f8', shape: [4] }],
};
/** Moves that the sheet has room for at a time. */
const ROOM = 2;

class Fake {
  readonly memory = { buffer: new ArrayBuffer(4096) };
  readonly calls: string[] = [];
  readonly manifest = {
    ...{ game: 'toy', state: 8, most: 9 },
    layouts: {
      moves: 'text',
      scene: ['row', [['heap', 'number']]],
      effect: ['row', [['left', 'number']]],
    },
    entries: Object.entries(ENTRIES).map(([name, args]) => ({ name, arguments: args })),
  };
  private end = 64;

  has = (name: string): boolean => name in ENTRIES;
  bytes = (at: number, count: number) => new Uint8Array(this.memory.buffer, at, count);
  alloc(count: number): number {
    const at = this.end;
    this.end += Math.ceil(count / 8) * 8 + 8;
    return at;
  }
  private ints = (at: number, numbers: number[]): number => {
    new Int32Array(this.memory.buffer, at, numbers.length).set(numbers);
    return numbers.length;
  };
  private longs = (at: number, numbers: number[]) =>
    new BigInt64Array(this.memory.buffer, at, numbers.length).set(numbers.map(BigInt));

  call(name: string, ...given: (number | bigint)[]): number | bigint {
    this.calls.push(name);
    const args = given.map(Number) as [number, number, number, number, number];
    const record = this.bytes(args[0], 8);
    const takes = [0, 1, 2].slice(0, record[HEAP]);
    switch (name) {
      case 'setup':
        record.set([
          args[1],
          0,
          args[2],
          0,
          0,
          255,
          Number(new BigInt64Array(this.memory.buffer, args[3], 4)[1]),
        ]);
        return 0;
      case 'apply':
        record[HEAP]! -= args[1] + 1;
        record[PLY]!++;
        record[OVER] = Number(record[HEAP] === 0);
        if (!record[OVER]) record[MOVER] = (record[MOVER]! + 1) % record[PLAYERS]!;
        return 0;
      case 'view':
        record[VIEWER] = args[1];
        record[RNG] = 0;
        return 0;
      case 'determinize':
        record[VIEWER] = 255;
        record[RNG] = args[1];
        return 0;
      case 'legal_actions':
        return this.ints(args[1], takes);
      case 'outcome':
        this.longs(args[1], [5, -3, 8, 0]);
        this.longs(args[2], [1, 2, 0, 0]);
        return 0;
      case 'moves': {
        const listed = [...new Int32Array(this.memory.buffer, args[1], args[2])];
        const text = listed
          .slice(args[3], args[3] + ROOM)
          .map((action) => `take ${action + 1}`)
          .join('\n');
        return this.ints(args[4], [
          text.length,
          ...Array.from(text, (letter) => letter.charCodeAt(0)),
        ]);
      }
      case 'scene':
        return this.ints(args[1], [record[HEAP]!]);
      case 'effect':
        return this.ints(args[3], [this.bytes(args[2], 8)[HEAP]!]);
      case 'rate_actions':
        new Float32Array(this.memory.buffer, args[3], takes.length).set(
          takes.map((one) => one / 2),
        );
        return this.ints(args[2], takes);
      case 'random_action': // the answer comes first, then the state
        this.longs(args[0], [2]);
        return 0;
      default:
        throw new Error(name);
    }
  }
}

let fake: Fake;
let game: Game;

beforeEach(() => {
  fake = new Fake();
  game = new Game(fake as unknown as Module);
});

const heap = (stones: number, mover = 0, players = 3) =>
  Uint8Array.of(7, 4, players, mover, 0, 255, stones, 0);

test('deal_hands_seed_players_and_options_to_the_kernel', () => {
  expect([...game.deal(9n, 3, [4, 250])]).toEqual([9, 0, 3, 0, 0, 255, 250, 0]);
});

test('after_view_and_determinize_leave_the_given_state_alone', () => {
  const before = heap(5, 2);
  expect([...game.after(before, 1)]).toEqual([7, 5, 3, 0, 0, 255, 3, 0]);
  expect([...game.view(before, 1)]).toEqual([0, 4, 3, 2, 0, 1, 5, 0]);
  expect(game.view(before, null)[VIEWER]).toBe(SPECTATOR);
  expect(game.view(before, 0)[VIEWER]).toBe(0);
  expect(game.determinize(before, 33n)[RNG]).toBe(33);
  expect(before).toEqual(heap(5, 2));
});

test('legal_has_the_actions_until_the_game_is_over', () => {
  expect([...game.legal(heap(2))]).toEqual([0, 1]);
  const over = game.after(heap(2), 1);
  expect([
    game.isOver(over),
    game.legal(over).length,
    fake.calls.includes('legal_actions'),
  ]).toEqual([true, 0, true]);
  fake.calls.length = 0;
  game.legal(over);
  expect(fake.calls).toEqual([]);
});

test.each([
  [3, [5, -3, 8], [2, 3, 1]],
  [2, [5, -3], [2, 3]],
])('standing_of_%i_has_scores_and_places_from_1', (players, scores, places) => {
  expect(game.standing(heap(5, 0, players))).toEqual({ scores, places });
});

test.each([0, 1, 2, 3, 5])('moves_of_%i_actions_are_read_in_pieces', (count) => {
  const actions = Array.from({ length: count }, (_, index) => 2 - (index % 3));
  expect(game.moves(heap(9), actions)).toEqual(actions.map((action) => `take ${action + 1}`));
  expect(fake.calls.filter((name) => name === 'moves')).toHaveLength(Math.ceil(count / ROOM));
});

test('moves_of_more_than_the_sheet_has_room_for_are_refused', () => {
  expect(game.moves(heap(9), Array<number>(9).fill(0))).toHaveLength(9);
  expect(() => game.moves(heap(9), Array<number>(10).fill(0))).toThrow('moves: 10 are too many');
});

test('find_reads_the_moves_of_a_position_once', () => {
  const few = heap(2);
  expect(['take 1', ' take 2 ', 'take 3', ''].map((text) => game.find(few, text))).toEqual([
    0,
    1,
    null,
    null,
  ]);
  const count = fake.calls.length;
  game.find(heap(2), 'take 1');
  expect(fake.calls).toHaveLength(count);
  expect(game.find(heap(3), 'take 3')).toBe(2); // of another position
});

test('scene_has_scores_of_a_finished_game_only', () => {
  expect(game.scene(heap(5, 1))).toEqual({
    ...{ game: 'toy', players: 3, ply: 4, mover: 1, is_over: false },
    ...{ scores: null, places: null, heap: 5 },
  });
  expect(game.scene(game.after(heap(1), 0))).toMatchObject({
    ...{ is_over: true, scores: [5, -3, 8], places: [2, 3, 1], heap: 0 },
  });
});

test('effect_names_the_next_seat_unless_the_game_ends', () => {
  expect(game.effect(heap(5, 2), 1)).toEqual({
    move: 'take 2',
    seat: 2,
    next: 0,
    ends: false,
    left: 3,
  });
  expect(game.effect(heap(2, 1), 1)).toEqual({
    move: 'take 2',
    seat: 1,
    next: null,
    ends: true,
    left: 0,
  });
});

test('choose_reads_the_action_and_rate_the_ratings', () => {
  expect(game.choose('random_action', heap(5), 1n)).toBe(2);
  const { actions, ratings } = game.rate(heap(3), 1n);
  expect([[...actions], [...ratings]]).toEqual([
    [0, 1, 2],
    [0, 0.5, 1],
  ]);
});

test('a_module_without_its_kernels_is_refused', () => {
  fake.has = (name) => name !== 'moves' && name !== 'scene';
  expect(() => new Game(fake as unknown as Module)).toThrow('toy has no scene,moves');
});
