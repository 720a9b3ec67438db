/** The server's HTTP API: JSON both ways; every failure is an `ApiError`. */
import { hasServer } from './site';
import type { Code, Problem } from './wire';

const ROOT = '/api/v1';

/**
 * Codes of the page's own errors: no answer came, there is no such page, the site has no server, the
 * browser is full, or cannot run an engine; the game has no engine, or it is still being compiled; the
 * engines are of another version.
 */
export type PageCode =
  | 'offline'
  | 'no_page'
  | 'no_server'
  | 'no_room'
  | 'old_browser'
  | 'no_engine'
  | 'engine_later'
  | 'old_page';

/** A refusal: the server's, or one of the page's own that says no more than it must. */
export interface Trouble extends Partial<Omit<Problem, 'code'>> {
  code: Code | PageCode;
}

/** A refusal in the server's words, or `offline` when it did not answer at all. */
export class ApiError extends Error {
  readonly code: Code | PageCode;
  readonly params: Record<string, unknown>;

  constructor(
    readonly status: number,
    problem: Trouble,
  ) {
    super(problem.message ?? problem.code);
    this.code = problem.code;
    this.params = problem.params ?? {};
  }
}

/** Error of a request that only a server could answer, on a site without one. */
export const NO_SERVER = new ApiError(0, { code: 'no_server' });

export const get = <T>(path: string, signal?: AbortSignal) =>
  ask<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) =>
  ask<T>('POST', path, body, signal);
export const put = <T>(path: string, body: unknown) => ask<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown) => ask<T>('PATCH', path, body);
export const remove = <T>(path: string) => ask<T>('DELETE', path);

/** Return the body of an answer that is plain text. */
export const getText = async (path: string): Promise<string> => (await request(path, {})).text();

async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_HEADERS };
  const response = await request(path, { method, signal, ...sent });
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await reach(path, init);
  if (response.ok) return response;
  throw new ApiError(response.status, await problemOf(response));
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  if (!hasServer) throw NO_SERVER;
  try {
    return await fetch(ROOT + path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, { code: 'offline' });
  }
}

/** Return true if a request failed because no server answered, or there is none. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && ['no_server', 'offline'].includes(error.code);

/** Any other answer comes from a proxy. */
async function problemOf(response: Response): Promise<Trouble> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  return typeof problem?.code === 'string' ? problem : { code: 'internal' };
}
