/** How much room arguments need, and where to lay them: all of it read from the module. */

import type { Dtype, Kind, Module, Num } from './module.ts';

export function sizeOf(type: Num | Dtype): number {
  return typeof type === 'string' ? Number(type[1]) : type.bytes;
}

/** The bytes of an argument that lies in the memory. */
function roomFor(kind: Kind, length: number): number {
  if (typeof kind === 'string' || Array.isArray(kind)) return 0;
  if ('record' in kind) return kind.record.bytes;
  return kind.shape.reduce<number>((size, one) => size * (one ?? length), sizeOf(kind.array));
}

/**
 * The arguments of an entry in the order in which they cross over, with room laid for each that lies in the memory.
 * Free lengths are taken from `lengths`, one after the other; numbers are 0.
 */
export function layArguments(
  module: Module,
  name: string,
  lengths: number[] = [],
): (number | bigint)[] {
  const entry = module.manifest.entries.find((one) => one.name === name);
  if (!entry) throw new Error(`${module.manifest.game} has no ${name}`);
  const ahead = [...lengths];
  const lay = (kind: Kind): (number | bigint)[] => {
    if (Array.isArray(kind)) return kind.flatMap(lay);
    if (kind === 'int') return [0];
    if (kind === 'word') return [0n];
    const isFree = 'array' in kind && kind.shape.includes(null);
    const length = isFree ? (ahead.shift() ?? 0) : 0;
    const at = module.lay(roomFor(kind, length));
    return isFree ? [at, length] : [at];
  };
  return entry.arguments.flatMap(lay);
}
