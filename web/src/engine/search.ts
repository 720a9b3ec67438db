/** One search tree in the module's memory, grown by the same search as the server's bots use. */

import { mix } from './random.ts';
import { argumentsOf, allocArguments, readField, writeField } from './memory-layout.ts';
import type { Dtype, Module } from './wasm-module.ts';

/** Places among the arguments of a search; eight work arrays follow the tree. */
const ROOT = 0;
const NODES = 2;
const EDGES = 4;
const USED = 6;
const TOTALS = 14;
const RNG = 15;
const ITERATIONS = 16;
const SETTINGS = 17;
const ROWS = 18;
/** Places of a network's parts: rows (their number is the next argument), and three more. */
const WEIGHTS = [ROWS, ROWS + 2, ROWS + 3, ROWS + 4];

/** Place of the tree (nodes, then edges) among the arguments of the kernel. */
const TREE = 2;

export interface Candidate {
  action: number;
  visits: number;
  /** Expectation of the mover, from 0 to 1. */
  value: number;
  prior: number;
}

export class Search {
  private readonly module: Module;
  private readonly values: (number | bigint)[];
  private readonly node: Dtype;
  private readonly edge: Dtype;

  /** Reserve memory for `nodes` nodes; with `weights` a network judges positions. */
  constructor(
    module: Module,
    nodes: number,
    weights?: Uint8Array,
    settings = module.manifest.settings ?? '',
  ) {
    this.module = module;
    const [nodeArray, edgeArray] = argumentsOf(module, 'search')[TREE] as { array: Dtype }[];
    [this.node, this.edge] = [nodeArray!.array, edgeArray!.array];
    const rows = weights ? module.manifest.rows : 0;
    this.values = allocArguments(module, 'search', [nodes, nodes * module.manifest.edges, rows]);
    this.write(SETTINGS, fromHex(settings));
    if (weights) this.writeWeights(weights);
  }

  /** Start again from what a seat sees. */
  setRoot(view: Uint8Array, seed: bigint): void {
    this.write(ROOT, view);
    this.module.bytes(this.at(NODES), this.node.bytes).fill(0);
    this.write(USED, new Uint8Array(new BigInt64Array([1n, 0n]).buffer));
    this.write(TOTALS, new Uint8Array(32));
    this.values[RNG] = seed;
  }

  /**
   * Give the root a single move, so that every iteration begins with it. Call it after `setRoot`. The
   * root counts as fully expanded, so that the search adds no other move.
   */
  force(action: number): void {
    const root = new DataView(this.module.memory.buffer, this.at(NODES), this.node.bytes);
    const seed = Number(mix(this.rng) >> 32n);
    for (const [name, value] of Object.entries({ first: 0, count: 1, sibling: 1, seed }))
      writeField(this.node, name, root, value);
    this.module.bytes(this.at(EDGES), this.edge.bytes).fill(0);
    const edge = new DataView(this.module.memory.buffer, this.at(EDGES), this.edge.bytes);
    writeField(this.edge, 'action', edge, action);
    writeField(this.edge, 'prior', edge, 1);
    this.write(USED, new Uint8Array(new BigInt64Array([1n, 1n]).buffer));
  }

  run(iterations: number): void {
    this.values[ITERATIONS] = iterations;
    this.values[RNG] = BigInt.asUintN(64, this.module.call('search', ...this.values) as bigint);
  }

  /** The state of the random generator. */
  get rng(): bigint {
    return this.values[RNG] as bigint;
  }

  get nodes(): Uint8Array {
    return this.module.bytes(this.at(NODES), this.node.bytes * this.used(0));
  }

  get edges(): Uint8Array {
    return this.module.bytes(this.at(EDGES), this.edge.bytes * this.used(1));
  }

  /** The sum of each seat's rewards in all iterations. */
  get totals(): number[] {
    return [...new Float64Array(this.module.memory.buffer, this.at(TOTALS), 4)];
  }

  /** The moves at the root, most visited first. */
  get candidates(): Candidate[] {
    const root = new DataView(this.module.memory.buffer, this.at(NODES), this.node.bytes);
    const [first, count] = ['first', 'count'].map((name) => readField(this.node, name, root));
    const found = Array.from({ length: count! }, (_, index) => this.candidate(first! + index));
    return found.sort((a, b) => b.visits - a.visits || b.value - a.value || a.action - b.action);
  }

  private candidate(edge: number): Candidate {
    const { bytes } = this.edge;
    const view = new DataView(this.module.memory.buffer, this.at(EDGES) + bytes * edge, bytes);
    const read = (name: string): number => readField(this.edge, name, view);
    const visits = read('visits');
    const value = read('value') / Math.max(1, visits);
    return { action: read('action'), visits, value, prior: read('prior') };
  }

  private at(place: number): number {
    return this.values[place] as number;
  }

  private used(index: number): number {
    return Number(new BigInt64Array(this.module.memory.buffer, this.at(USED), 2)[index]);
  }

  private write(place: number, bytes: Uint8Array): void {
    this.module.bytes(this.at(place), bytes.length).set(bytes);
  }

  /** The four parts of a network, one after the other in one file. */
  private writeWeights(weights: Uint8Array): void {
    let from = 0;
    WEIGHTS.forEach((place, part) => {
      // Parts are multiples of 16 bytes and lie one after the other, so the last is what is left.
      const next = WEIGHTS[part + 1];
      const room = next === undefined ? weights.length - from : this.at(next) - this.at(place);
      this.write(place, weights.subarray(from, from + room));
      from += room;
    });
  }
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
