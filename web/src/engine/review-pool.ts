/** Workers that review one game together. */
import type { Finding, ReviewRequest } from './review.ts';
import { WorkerClient } from './worker-client.ts';

/** Each worker has a search tree of its own, which takes memory. */
const MAX_WORKERS = 4;

export class ReviewPool {
  /** One worker per core; one core is left to the page. */
  private readonly workers = Array.from(
    { length: Math.max(1, Math.min(MAX_WORKERS, navigator.hardwareConcurrency - 1)) },
    () => new WorkerClient(),
  );

  /** Return the findings of all moves of a game; `onProgress` gets the number of moves measured. */
  async review(
    { game, states, moves }: Omit<ReviewRequest, 'indices'>,
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): Promise<Finding[]> {
    const found: Finding[] = [];
    const step = this.workers.length;
    await Promise.all(
      this.workers.map((worker, n) => {
        const indices = moves.map((_, index) => index).filter((index) => index % step === n);
        return worker.stream('review', { game, states, moves, indices }, signal, (finding) => {
          found.push(finding);
          onProgress(found.length);
        });
      }),
    );
    return found.sort((a, b) => a.ply - b.ply);
  }

  close(): void {
    this.workers.forEach((worker) => worker.close());
  }
}
