/** Reader of the sheets that kernels write; `tilewright.game.sheets` defines their layouts. */
export type Layout =
  | 'number'
  | 'flag'
  | 'text'
  | ['words', string[]]
  | ['always', string]
  | ['maybe', Layout]
  | ['lacking', Layout]
  | ['list', Layout]
  | ['together', Layout[]]
  | ['either', Layout[]]
  | ['row', [string, Layout][]];

/** A function that reads one value; each call takes the next number. */
export type Reader = (next: () => number) => unknown;

/** Return the value that the first `count` numbers of a sheet encode. */
export function readSheet(read: Reader, sheet: Int32Array, count: number): unknown {
  let at = 0;
  const told = read(() => sheet[at++]!);
  if (at !== count) throw new Error(`expected ${at} numbers on the sheet; found ${count}`);
  return told;
}

export function readerOf(layout: Layout): Reader {
  if (layout === 'number') return (next) => next();
  if (layout === 'flag') return (next) => next() !== 0;
  if (layout === 'text') return (next) => String.fromCharCode(...several(next(), next));
  switch (layout[0]) {
    case 'words':
      return (next) => layout[1][next()];
    case 'always':
      return () => layout[1];
    case 'maybe':
      return optional(readerOf(layout[1]), null);
    case 'lacking':
      return optional(readerOf(layout[1]), undefined);
    case 'list':
      return listOf(readerOf(layout[1]));
    case 'together':
      return together(layout[1].map(readerOf));
    case 'either':
      return either(layout[1].map(readerOf));
    case 'row':
      return rowOf(layout[1].map(([key, part]) => [key, readerOf(part)]));
  }
}

const several = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);

const optional =
  (read: Reader, nothing: null | undefined): Reader =>
  (next) =>
    next() ? read(next) : nothing;

const listOf =
  (read: Reader): Reader =>
  (next) =>
    several(next(), () => read(next));

const together =
  (reads: Reader[]): Reader =>
  (next) =>
    reads.map((read) => read(next));

const either =
  (reads: Reader[]): Reader =>
  (next) =>
    reads[next()]!(next);

/** Return an object without its missing values. */
const rowOf =
  (keys: [string, Reader][]): Reader =>
  (next) => {
    const row: Record<string, unknown> = {};
    for (const [key, read] of keys) {
      const value = read(next);
      if (value !== undefined) row[key] = value;
    }
    return row;
  };
