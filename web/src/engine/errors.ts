/** Refusals, with the codes of the server. */
import type { PageCode } from '../lib/api.ts';
import type { Code, Problem } from '../lib/wire.ts';

type Why = Code | PageCode;

const STATUS: Partial<Record<Why, number>> = { not_found: 404, hidden: 403, internal: 500 };

export class Refusal extends Error {
  readonly code: Why;

  constructor(code: Why, message: string) {
    super(message);
    this.code = code;
  }

  /** HTTP status. */
  get status(): number {
    return STATUS[this.code] ?? 409;
  }

  /** The code may be one of the page's own. */
  get problem(): Problem {
    return { code: this.code as Code, message: this.message, rule: null, params: {} };
  }
}

/** Return a thrown value as a refusal. */
export const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('internal', String(error));
