/** The layout of arguments and records in a module's memory, read from its manifest. */

import type { Dtype, Kind, Module, Num } from './wasm-module.ts';

export function sizeOf(type: Num | Dtype): number {
  return typeof type === 'string' ? Number(type[1]) : type.bytes;
}

export function argumentsOf({ manifest }: Module, name: string): Kind[] {
  const entry = manifest.entries.find((one) => one.name === name);
  if (!entry) throw new Error(`${manifest.game} has no ${name}`);
  return entry.arguments;
}

/** Read a number of a record that begins where the view does. */
export function readField({ fields }: Dtype, name: string, view: DataView): number {
  const [offset, type] = fields[name]!;
  return Number(READS[type as Num](view, offset));
}

/** Write a number into a record that begins where the view does. */
export function writeField({ fields }: Dtype, name: string, view: DataView, value: number): void {
  const [offset, type] = fields[name]!;
  WRITES[type as keyof typeof WRITES](view, offset, value);
}

/** The types of the fields that the page writes. */
const WRITES = {
  i4: (view: DataView, at: number, value: number) => view.setInt32(at, value, true),
  u4: (view: DataView, at: number, value: number) => view.setUint32(at, value, true),
  f4: (view: DataView, at: number, value: number) => view.setFloat32(at, value, true),
};

const READS: Record<Num, (view: DataView, at: number) => number | bigint> = {
  i1: (view, at) => view.getInt8(at),
  u1: (view, at) => view.getUint8(at),
  i2: (view, at) => view.getInt16(at, true),
  u2: (view, at) => view.getUint16(at, true),
  i4: (view, at) => view.getInt32(at, true),
  u4: (view, at) => view.getUint32(at, true),
  i8: (view, at) => view.getBigInt64(at, true),
  u8: (view, at) => view.getBigUint64(at, true),
  f4: (view, at) => view.getFloat32(at, true),
  f8: (view, at) => view.getFloat64(at, true),
};

/** Return the bytes that an argument takes in the memory. */
function roomFor(kind: Kind, length: number): number {
  if (typeof kind === 'string' || Array.isArray(kind)) return 0;
  if ('record' in kind) return kind.record.bytes;
  return kind.shape.reduce<number>((size, one) => size * (one ?? length), sizeOf(kind.array));
}

/**
 * Return the arguments of an entry in the order of the call, and reserve memory for its arrays.
 * Free lengths are taken from `lengths`, in order; numbers are 0.
 */
export function allocArguments(
  module: Module,
  name: string,
  lengths: number[] = [],
): (number | bigint)[] {
  const ahead = [...lengths];
  const lay = (kind: Kind): (number | bigint)[] => {
    if (Array.isArray(kind)) return kind.flatMap(lay);
    if (kind === 'int') return [0];
    if (kind === 'word') return [0n];
    const isFree = 'array' in kind && kind.shape.includes(null);
    const length = isFree ? (ahead.shift() ?? 0) : 0;
    const at = module.alloc(roomFor(kind, length));
    return isFree ? [at, length] : [at];
  };
  return argumentsOf(module, name).flatMap(lay);
}
