/** A game's WebAssembly module: the server's kernels, and the memory they work in. No rules here. */

export type Num = 'i1' | 'i2' | 'i4' | 'i8' | 'u1' | 'u2' | 'u4' | 'u8' | 'f4' | 'f8';
export interface Dtype {
  bytes: number;
  fields: Record<string, [offset: number, type: Num | Dtype, shape: number[]]>;
}
export type Kind =
  'int' | 'word' | { record: Dtype } | { array: Num | Dtype; shape: (number | null)[] } | Kind[];

/** The weaknesses of a level of play. */
export interface Level {
  /** Probability that a move is overlooked. */
  overlooks: number;
  /** Scale of the error in the rating of a noticed move. */
  misjudges: number;
  /** Iterations of search; 0: none, null: limited by time only. */
  iterations: number | null;
  /** True if the network rates its moves, one ply ahead. */
  looks: boolean;
  /** Settings that replace these, by number of players. */
  among: Record<string, Level>;
}

export interface BotFacts {
  levels: Level[];
  /** Levels of a game without a network. */
  first_levels: Level[];
  /** Bot that plays on for a player who gave up. */
  stand_in: string;
  /** Thinking time of a level that is limited by time, in s. */
  seconds: number;
  /** Nodes that a search tree has room for. */
  nodes: number;
  /** Iterations per ply of `tilewright.search.chances`. */
  forecast: number;
  /** Settings of a search with a network, as hexadecimal digits. */
  learnt: string;
}

/** Efforts of the solver of a game for one. */
export interface SolverFacts {
  /** Efforts with which moves are weighed, in order. */
  weighing: number[];
  /** Number of moves that are always weighed to the end. */
  staying: number;
  /** Number of chance outcomes that a move is tried with. */
  futures: number;
  /** 1 if a lower total is better, else -1. */
  sign: number;
  /** Effort per ply of `tilewright.search.chances`. */
  forecast: number;
  /** Lengths of its free arrays, by effort. */
  lengths: Record<number, number[]>;
}

/** The module's description of itself. */
export interface Manifest {
  game: string;
  /** Bytes of a state. */
  state: number;
  /** Largest number of legal moves. */
  most: number;
  /** Edges per node that a tree has room for. */
  edges: number;
  /** Rows of its network; 0 without a network. */
  rows: number;
  /** Settings of a search, as hexadecimal digits; missing in a game for one. */
  settings?: string;
  bots?: BotFacts;
  /** Facts of the solver of a game for one. */
  solver?: SolverFacts;
  /** Suffix of the stored numbers of an option, by its name. */
  marks: Record<string, string>;
  /** Layouts of the sheets that kernels write, by entry. */
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
  /** Address of the next allocation. */
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

  /** Compile and instantiate a module. Its memory holds tables, then the stack, then allocations. */
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

  /** Allocate zeroed bytes and return their address. */
  alloc(bytes: number): number {
    const at = this.top;
    this.top += (bytes + 15) & ~15;
    const missing = Math.ceil((this.top - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
    return at;
  }

  /** Free and zero all allocations from an address on. */
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

  /** Return a view of the memory; it is valid until the next allocation. */
  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }
}
