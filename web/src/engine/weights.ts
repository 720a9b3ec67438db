/** Reader of a network's file, in the format of `tilewright.network.files`. */
import type { Dtype, Kind, Module, Num } from './wasm-module.ts';
import { sizeOf } from './memory-layout.ts';

interface Part {
  type: Num;
  count: number;
}

export interface Weights {
  version: number;
  /** Its parts in the order of a search's arguments. */
  bytes: Uint8Array;
}

/** Read the file; throw if it is not for this module. */
export async function readWeights(module: Module, file: Uint8Array): Promise<Weights> {
  const end = indexOfBlank(file);
  const head = new TextDecoder().decode(file.subarray(0, end));
  const version = Number(/^version: (\d+)$/m.exec(head)?.[1]);
  const parts = partsOf(module);
  const size = parts.reduce((sum, { count }) => sum + count, 0);
  const planes = await inflate(file.subarray(end + 2));
  if (!version || planes.length !== 4 * size) throw new Error('these are no weights of this game');
  return { version, bytes: unfold(planes, size, parts) };
}

function indexOfBlank(file: Uint8Array): number {
  const end = file.findIndex((byte, at) => byte === 10 && file[at + 1] === 10);
  if (end < 0) throw new Error('expected a head and an empty line');
  return end;
}

/** Return the types of the network's parts among the search's arguments. */
function partsOf(module: Module): Part[] {
  const search = module.manifest.entries.find(({ name }) => name === 'search');
  const [weights] = search!.arguments.at(-1) as Kind[];
  return (weights as Extract<Kind, { array: Num | Dtype }>[]).map(({ array, shape }) => ({
    type: array as Num,
    count: shape.reduce<number>((product, one) => product * (one ?? module.manifest.rows), 1),
  }));
}

async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  const stream = source.pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Decode planes of bytes, low bytes first; signs are folded into the lowest bit. */
function unfold(planes: Uint8Array, size: number, parts: Part[]): Uint8Array {
  const bytes = new Uint8Array(
    parts.reduce((sum, { type, count }) => sum + count * sizeOf(type), 0),
  );
  const view = new DataView(bytes.buffer);
  let [from, to] = [0, 0];
  for (const { type, count } of parts) {
    for (const last = from + count; from < last; from++, to += sizeOf(type)) {
      const folded =
        planes[from]! |
        (planes[from + size]! << 8) |
        (planes[from + 2 * size]! << 16) |
        (planes[from + 3 * size]! << 24);
      const number = (folded >>> 1) ^ -(folded & 1);
      if (type === 'i2') view.setInt16(to, number, true);
      else view.setInt32(to, number, true);
    }
  }
  return bytes;
}
