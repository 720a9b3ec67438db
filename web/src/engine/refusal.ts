/** Why something is not done: what the server would say, too. */
import type { Code, Problem } from '../lib/wire.ts';

const STATUS: Partial<Record<Code, number>> = { not_found: 404, hidden: 403, internal: 500 };

export class Refusal extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }

  /** As HTTP counts. */
  get status(): number {
    return STATUS[this.code] ?? 409;
  }

  get problem(): Problem {
    return { code: this.code, message: this.message, rule: null, params: {} };
  }
}

/** Anything that was thrown, as a refusal. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('internal', String(error));
