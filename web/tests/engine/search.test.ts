/** A search tree in a module's memory: what is written before a search, and what is read after it. */
import { beforeEach, expect, test } from 'vitest';

import { mix } from '../../src/engine/random';
import { Search } from '../../src/engine/search';
import { Solver } from '../../src/engine/solver';
import type { Dtype, Kind, Module } from '../../src/engine/wasm-module';

const NODE: Dtype = {
  bytes: 16,
  fields: {
    first: [0, 'i4', []],
    count: [4, 'i4', []],
    sibling: [8, 'i4', []],
    seed: [12, 'u4', []],
  },
};
const EDGE: Dtype = {
  bytes: 24,
  fields: {
    action: [0, 'i4', []],
    visits: [4, 'i4', []],
    prior: [8, 'f4', []],
    value: [16, 'f8', []],
  },
};
const array = (
  type: Dtype | 'u1' | 'i2' | 'i4' | 'i8' | 'f8',
  ...shape: (number | null)[]
): Kind => ({
  array: type,
  shape,
});
const WORK = Array<Kind>(7).fill(array('u1', 8));
const SEARCH: Kind[] = [
  { record: { bytes: 8, fields: {} } },
  array('u1', 16), // work
  [array(NODE, null), array(EDGE, null), array('i8', 2)],
  ...WORK,
  array('f8', 4), // totals
  'word',
  'int',
  { record: { bytes: 4, fields: {} } },
  [array('i2', null, 2), array('i4', 1), array('i4', 2), array('i4', 3)],
];
const SOLVE: Kind[] = ['int', array('i4', 9), array('f8', 1), array('u1', null), array('u1', null)];

class Fake {
  readonly memory = { buffer: new ArrayBuffer(1 << 16) };
  readonly calls: [string, (number | bigint)[]][] = [];
  answer: number | bigint = 0n;
  readonly manifest = {
    ...{ game: 'toy', state: 8, edges: 2, rows: 3, settings: '0102ff7f' },
    solver: { lengths: { 4: [16, 32] } },
    entries: [
      { name: 'search', arguments: SEARCH },
      { name: 'solve_on', arguments: SOLVE },
    ],
  };
  private end = 64;

  bytes = (at: number, count: number) => new Uint8Array(this.memory.buffer, at, count);
  alloc(count: number): number {
    const at = this.end;
    this.end += (count + 15) & ~15;
    return at;
  }
  call(name: string, ...values: (number | bigint)[]): number | bigint {
    this.calls.push([name, values]);
    return this.answer;
  }
  /** The arguments of the next search. */
  arguments(search: Search): number[] {
    search.run(1);
    return this.calls.at(-1)![1].map(Number);
  }
}

let fake: Fake;
const made = (weights?: Uint8Array, settings?: string) =>
  new Search(fake as unknown as Module, 10, weights, settings);

beforeEach(() => {
  fake = new Fake();
});

/** Places among the arguments: root, work, nodes and their number, edges and their number, used, ... */
const [ROOT, NODES, EDGES, USED, TOTALS, RNG, ITERATIONS, SETTINGS, ROWS] = [
  0, 2, 4, 6, 14, 15, 16, 17, 18,
];

test('setRoot_begins_again_with_an_empty_root', () => {
  const search = made();
  const args = fake.arguments(search);
  fake.memory.buffer = new Uint8Array(1 << 16).fill(9).buffer;
  search.setRoot(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 77n);
  expect([...fake.bytes(args[ROOT]!, 9)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect([...fake.bytes(args[NODES]!, 17)]).toEqual([...Array<number>(16).fill(0), 9]);
  expect([...new BigInt64Array(fake.memory.buffer, args[USED]!, 2)]).toEqual([1n, 0n]);
  expect(search.totals).toEqual([0, 0, 0, 0]);
  expect([search.rng, search.nodes.length, search.edges.length]).toEqual([77n, 16, 0]);
  expect([args[NODES + 1], args[EDGES + 1], args[ROWS + 1]]).toEqual([10, 20, 0]);
});

test('run_hands_on_the_state_of_the_generator', () => {
  const search = made();
  search.setRoot(new Uint8Array(8), 5n);
  fake.answer = -1n;
  search.run(30);
  expect(fake.calls.at(-1)![1][RNG]).toBe(5n);
  expect(fake.calls.at(-1)![1][ITERATIONS]).toBe(30);
  expect(search.rng).toBe(2n ** 64n - 1n);
  search.run(2);
  expect(fake.calls.at(-1)![1].slice(RNG, ITERATIONS + 1)).toEqual([2n ** 64n - 1n, 2]);
});

test('force_leaves_the_root_one_move', () => {
  const search = made();
  const args = fake.arguments(search);
  search.setRoot(new Uint8Array(8), 5n);
  fake.bytes(args[EDGES]!, 48).fill(9);
  search.force(33);
  const root = new DataView(fake.memory.buffer, args[NODES]!, 16);
  const fields = [0, 4, 8, 12].map((at) => root.getUint32(at, true));
  expect(fields).toEqual([0, 1, 1, Number(mix(5n) >> 32n)]);
  expect(search.candidates).toEqual([{ action: 33, visits: 0, value: 0, prior: 1 }]);
  expect([search.nodes.length, search.edges.length]).toEqual([16, 24]);
  expect(fake.bytes(args[EDGES]! + 24, 1)[0]).toBe(9); // the edge beside it
});

/** Write edges of the root: action, visits, prior and the sum of values; the first is at index 1. */
function edgesOf(search: Search, edges: [number, number, number, number][]): void {
  const args = fake.arguments(search);
  const root = new DataView(fake.memory.buffer, args[NODES]!, 16);
  root.setInt32(0, 1, true);
  root.setInt32(4, edges.length, true);
  edges.forEach(([action, visits, prior, value], index) => {
    const view = new DataView(fake.memory.buffer, args[EDGES]! + 24 * (index + 1), 24);
    view.setInt32(0, action, true);
    view.setInt32(4, visits, true);
    view.setFloat32(8, prior, true);
    view.setFloat64(16, value, true);
  });
}

test('candidates_go_by_visits_then_by_value_then_by_action', () => {
  const search = made();
  edgesOf(search, [
    [9, 4, 0.25, 1],
    [7, 4, 0.25, 2],
    [5, 8, 0.125, 0],
    [3, 4, 0.25, 1],
    [1, 0, 0.125, 0],
  ]);
  expect(search.candidates.map(({ action, visits, value }) => [action, visits, value])).toEqual([
    [5, 8, 0],
    [7, 4, 0.5],
    [3, 4, 0.25],
    [9, 4, 0.25],
    [1, 0, 0],
  ]);
  expect(search.candidates[0]!.prior).toBe(0.125);
});

test('totals_are_of_four_seats', () => {
  const search = made();
  const args = fake.arguments(search);
  new Float64Array(fake.memory.buffer, args[TOTALS]!, 4).set([1, 2, 3, 4]);
  expect(search.totals).toEqual([1, 2, 3, 4]);
});

test.each([
  [undefined, [1, 2, 255, 127]],
  ['beef', [0xbe, 0xef, 0, 0]],
])('settings_%s_are_written_as_bytes', (settings, bytes) => {
  const args = fake.arguments(made(undefined, settings));
  expect([...fake.bytes(args[SETTINGS]!, 4)]).toEqual(bytes);
});

test('weights_are_written_into_their_four_arrays', () => {
  // Rows of 3 times 2 numbers of 2 bytes take 16 bytes of memory, as do one and two of 4 bytes.
  const weights = Uint8Array.from({ length: 60 }, (_, index) => index + 1);
  const args = fake.arguments(made(weights));
  expect(args[ROWS + 1]).toBe(3);
  const parts = [ROWS, ROWS + 2, ROWS + 3, ROWS + 4].map((place) => fake.bytes(args[place]!, 1)[0]);
  expect(parts).toEqual([1, 17, 33, 49]);
  expect(fake.bytes(args[ROWS + 4]! + 11, 2)).toEqual(Uint8Array.of(60, 0));
});

// --- The solver ---

test('solver_has_the_arrays_of_its_effort_and_ends_with_a_line', () => {
  const solver = new Solver(fake as unknown as Module, 4);
  solver.begin(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 9n);
  const [name, values] = fake.calls[0]!;
  const [root, seed, ...arrays] = values as number[];
  expect([name, seed, arrays[1], arrays[3], arrays.length]).toEqual(['solve', 9n, 16, 32, 4]);
  expect([...fake.bytes(root!, 8)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  fake.answer = 0n;
  expect(solver.advance(512)).toBe(false);
  fake.answer = 2n;
  expect(solver.advance(256)).toBe(true);
  const [work, actions, score] = fake.calls.at(-1)![1] as number[];
  expect(work).toBe(256);
  new Int32Array(fake.memory.buffer, actions!, 3).set([5, 6, 7]);
  new Float64Array(fake.memory.buffer, score!, 1)[0] = 41.5;
  expect([solver.actions, solver.score]).toEqual([[5, 6], 41.5]);
});
