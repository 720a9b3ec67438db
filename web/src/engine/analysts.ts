/** Several workers that think about one game at once: deeper and deeper, until nobody wants more. */
import { readLines } from '../lib/api.ts';
import type { AnalysisShown, Chances, GameName } from '../lib/wire.ts';
import { Line } from './line.ts';
import { merged } from './merging.ts';

/** Each has a tree of its own, which takes memory. */
const MOST = 4;

export interface Position {
  game: GameName;
  /** Bytes in base64. */
  state: string;
  /** How many moves are told at most. */
  most: number;
  /** A solver finds the same wherever it is asked. */
  isForOne: boolean;
}

export class Analysts {
  /** One core is left to the page. */
  private readonly lines = Array.from(
    { length: Math.max(1, Math.min(MOST, navigator.hardwareConcurrency - 1)) },
    () => new Line(),
  );

  /** Tell what all have found, again and again. */
  async deepen(
    position: Position,
    signal: AbortSignal,
    tell: (found: AnalysisShown) => void,
  ): Promise<void> {
    const found: AnalysisShown[] = [];
    const listen = async (line: Line, n: number): Promise<void> => {
      for await (const one of answers<AnalysisShown>(line, 'deepen', position, signal)) {
        found[n] = one;
        tell(merged(Object.values(found)));
      }
    };
    const lines = position.isForOne ? this.lines.slice(0, 1) : this.lines;
    await Promise.all(lines.map(listen));
  }

  /** Tell the chances at every ply as far as they are known without a gap. */
  async foretell(
    game: GameName,
    states: readonly string[],
    signal: AbortSignal,
    tell: (found: Chances[]) => void,
  ): Promise<void> {
    const found = Array.from<Chances | undefined>({ length: states.length + 1 });
    const step = this.lines.length;
    const listen = async (line: Line, n: number): Promise<void> => {
      const own = { game, states: states.filter((_, index) => index % step === n) };
      let index = n;
      for await (const one of answers<Chances>(line, 'chances', own, signal)) {
        found[index] = one;
        index += step;
        tell(found.slice(0, found.indexOf(undefined)) as Chances[]);
      }
    };
    await Promise.all(this.lines.map(listen));
  }

  close(): void {
    this.lines.forEach((line) => line.close());
  }
}

/** What a worker answers, line by line. */
async function* answers<T>(
  line: Line,
  question: string,
  given: object,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const body = JSON.stringify(given);
  const response = await line.fetch(`/local/${question}`, { method: 'POST', body, signal });
  if (!response.ok) throw new Error(await response.text());
  yield* readLines<T>(response.body!);
}
