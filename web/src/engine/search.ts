/** One tree, grown in the module's memory by the search that the server's bots use. */

import { layArguments } from './layout.ts';
import type { Module } from './module.ts';

/** Places among the arguments of a search; after the tree come eight arrays of notes. */
const ROOT = 0;
const NODES = 2;
const EDGES = 4;
const USED = 6;
const TOTALS = 14;
const RNG = 15;
const ITERATIONS = 16;
const SETTINGS = 17;
const ROWS = 18;
/** The parts of a network: rows, whose number stands between them and the next, and three more. */
const WEIGHTS = [ROWS, ROWS + 2, ROWS + 3, ROWS + 4];

const NODE_BYTES = 32;
const EDGE_BYTES = 24;

export interface Candidate {
  action: number;
  visits: number;
  /** What the mover may expect of it, from 0 to 1. */
  value: number;
  prior: number;
}

export class Search {
  private readonly module: Module;
  private readonly values: (number | bigint)[];

  /** Room for so many nodes; by a network's judgement where its weights are given. */
  constructor(
    module: Module,
    nodes: number,
    weights?: Uint8Array,
    settings = module.manifest.settings ?? '',
  ) {
    this.module = module;
    const rows = weights ? module.manifest.rows : 0;
    this.values = layArguments(module, 'search', [nodes, nodes * module.manifest.edges, rows]);
    this.write(SETTINGS, fromHex(settings));
    if (weights) this.writeWeights(weights);
  }

  /** Begin anew from what a seat sees. */
  plant(view: Uint8Array, seed: bigint): void {
    this.write(ROOT, view);
    this.module.bytes(this.at(NODES), NODE_BYTES).fill(0);
    this.write(USED, new Uint8Array(new BigInt64Array([1n, 0n]).buffer));
    this.write(TOTALS, new Uint8Array(32));
    this.values[RNG] = seed;
  }

  grow(iterations: number): void {
    this.values[ITERATIONS] = iterations;
    this.values[RNG] = BigInt.asUintN(64, this.module.call('search', ...this.values) as bigint);
  }

  /** The generator; where the search stands. */
  get rng(): bigint {
    return this.values[RNG] as bigint;
  }

  get nodes(): Uint8Array {
    return this.module.bytes(this.at(NODES), NODE_BYTES * this.used(0));
  }

  get edges(): Uint8Array {
    return this.module.bytes(this.at(EDGES), EDGE_BYTES * this.used(1));
  }

  /** What each seat got in all iterations. */
  get totals(): number[] {
    return [...new Float64Array(this.module.memory.buffer, this.at(TOTALS), 4)];
  }

  /** The moves at the root, most visited first. */
  get candidates(): Candidate[] {
    const root = new DataView(this.module.memory.buffer, this.at(NODES), NODE_BYTES);
    const [first, count] = [root.getInt32(12, true), root.getInt32(16, true)];
    const found = Array.from({ length: count }, (_, index) => this.candidate(first + index));
    return found.sort((a, b) => b.visits - a.visits || b.value - a.value || a.action - b.action);
  }

  private candidate(edge: number): Candidate {
    const view = new DataView(
      this.module.memory.buffer,
      this.at(EDGES) + EDGE_BYTES * edge,
      EDGE_BYTES,
    );
    const visits = view.getInt32(8, true);
    const value = view.getFloat64(16, true) / Math.max(1, visits);
    return { action: view.getInt32(0, true), visits, value, prior: view.getFloat32(12, true) };
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
