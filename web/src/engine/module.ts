/** A game's module: the kernels of the server as WebAssembly, and the memory they work in. No rules here. */

export type Num = 'i1' | 'i2' | 'i4' | 'i8' | 'u1' | 'u2' | 'u4' | 'u8' | 'f4' | 'f8';
export interface Dtype {
  bytes: number;
  fields: Record<string, [offset: number, type: Num | Dtype, shape: number[]]>;
}
export type Kind =
  'int' | 'word' | { record: Dtype } | { array: Num | Dtype; shape: (number | null)[] } | Kind[];

/** How a level of play differs from perfect attention and endless thought. */
export interface Level {
  /** The chance that a move is not noticed at all. */
  overlooks: number;
  /** How far off the rating of a noticed move is. */
  misjudges: number;
  /** Of search; 0: none, null: as many as there is time for. */
  iterations: number | null;
  /** Whether the network rates its moves, one ply ahead. */
  looks: boolean;
  /** What it is instead among so many players. */
  among: Record<string, Level>;
}

export interface BotFacts {
  levels: Level[];
  /** Those that play where there is no network. */
  first_levels: Level[];
  /** Who plays on for somebody who gave up. */
  stand_in: string;
  /** How long whoever has time thinks about a move. */
  seconds: number;
  /** Room for the tree of a search. */
  nodes: number;
  /** Iterations that are spent on each ply when looking back at a game. */
  forecast: number;
  /** A search's settings where a network judges. */
  learnt: string;
}

/** How hard the solver of a game for one tries. */
export interface SolverFacts {
  /** The efforts with which moves are weighed, one after the other. */
  weighing: number[];
  /** How many moves do not drop out. */
  staying: number;
  /** How many ways of chance a move is tried with, where it lets chance in. */
  futures: number;
  /** 1 where a lower total is better, else -1. */
  sign: number;
  /** The effort that is spent on each ply when looking back at a game. */
  forecast: number;
  /** The effort that is spent on what could have been made of a deal. */
  par: number;
  /** Of its free arrays, by effort. */
  lengths: Record<number, number[]>;
}

/** What a module says of itself. */
export interface Manifest {
  game: string;
  /** Bytes of a state. */
  state: number;
  /** How many moves there may be. */
  most: number;
  /** Edges a tree has room for, by node. */
  edges: number;
  /** Rows of its network; 0 where it has none. */
  rows: number;
  /** A search's settings, as hexadecimal digits; none in a game for one. */
  settings?: string;
  bots?: BotFacts;
  /** Of a game for one. */
  solver?: SolverFacts;
  /** What stands behind the numbers of an option where they are kept, by its name. */
  marks: Record<string, string>;
  /** How what kernels tell is read, by the names of their entries. */
  layouts: Record<string, unknown>;
  /** Pages of its tables, at the beginning of the memory. */
  pages: number;
  entries: { name: string; arguments: Kind[] }[];
}

const PAGE = 1 << 16;
const STACK_PAGES = 4;

type Call = (...values: (number | bigint)[]) => number | bigint | undefined;

export class Module {
  readonly manifest: Manifest;
  readonly memory: WebAssembly.Memory;
  private readonly exports: Record<string, Call>;
  /** Where the next thing is laid. */
  private top: number;

  private constructor(
    manifest: Manifest,
    memory: WebAssembly.Memory,
    exports: Record<string, Call>,
  ) {
    this.manifest = manifest;
    this.memory = memory;
    this.exports = exports;
    this.top = PAGE * (manifest.pages + STACK_PAGES);
  }

  /** Compile and instantiate. Tables lie first in the memory, then the stack, then what is laid. */
  static async load(bytes: BufferSource): Promise<Module> {
    const compiled = await WebAssembly.compile(bytes);
    const [told] = WebAssembly.Module.customSections(compiled, 'tilewright');
    const manifest = JSON.parse(new TextDecoder().decode(told)) as Manifest;
    const initial = manifest.pages + STACK_PAGES;
    const memory = new WebAssembly.Memory({ initial });
    const env = {
      __linear_memory: memory,
      __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, PAGE * initial),
      __indirect_function_table: new WebAssembly.Table({ initial: 1, element: 'anyfunc' }),
    };
    const instance = await WebAssembly.instantiate(compiled, { env });
    return new Module(manifest, memory, instance.exports as Record<string, Call>);
  }

  /** Room for so many bytes, all 0; its address. */
  lay(bytes: number): number {
    const at = this.top;
    this.top += (bytes + 15) & ~15;
    const missing = Math.ceil((this.top - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
    return at;
  }

  /** Forget all that was laid from there on; it is 0 for whoever lays next. */
  clear(from: number): void {
    new Uint8Array(this.memory.buffer, from, this.top - from).fill(0);
    this.top = from;
  }

  call(name: string, ...values: (number | bigint)[]): number | bigint | undefined {
    const entry = this.exports[name];
    if (!entry) throw new Error(`${this.manifest.game} has no ${name}`);
    return entry(...values);
  }

  has(name: string): boolean {
    return name in this.exports;
  }

  /** What lies there at present; a view that lasts until something is laid. */
  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }
}
