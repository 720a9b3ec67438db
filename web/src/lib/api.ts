/** HTTP to the server, or to the little one on this device: JSON both ways, one kind of error. */
import { hasServer } from './base';
import { device, isAboutLocal } from './local';
import type { Code, Problem } from './wire';

const ROOT = '/api/v1';

/** What the page itself refuses with: nobody answered, there is no such page, nobody could answer, the
 *  browser is full, or cannot run an engine, or the engines are of another version. */
export type PageCode = 'offline' | 'no_page' | 'no_server' | 'no_room' | 'old_browser' | 'old_page';

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

/** What to throw where only a server could answer, and there is none. */
export const NO_SERVER = new ApiError(0, { code: 'no_server' });

export const get = <T>(path: string, signal?: AbortSignal) =>
  ask<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) =>
  ask<T>('POST', path, body, signal);
export const put = <T>(path: string, body: unknown) => ask<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown) => ask<T>('PATCH', path, body);
export const remove = <T>(path: string) => ask<T>('DELETE', path);

/** The answer itself, for streams and files. */
export async function open(path: string, signal?: AbortSignal): Promise<Response> {
  return checked(await reach(path, { signal }));
}

/** Every line of JSON as soon as it has arrived. */
export async function* readLines<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) yield JSON.parse(line) as T;
      if (done) break;
    }
    if (rest.trim()) yield JSON.parse(rest) as T;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_HEADERS };
  const response = await checked(await reach(path, { method, signal, ...sent }));
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

async function reach(path: string, how: RequestInit): Promise<Response> {
  const isHere = isAboutLocal(path, how.body);
  if (!isHere && !hasServer) throw NO_SERVER;
  try {
    if (isHere) return await (await device()).localFetch(path, how);
    return await fetch(ROOT + path, { credentials: 'same-origin', ...how });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, { code: 'offline' });
  }
}

/** Whether somebody refused because no server answers, or none could. */
export const isOut = (error: unknown): boolean =>
  error instanceof ApiError && ['no_server', 'offline'].includes(error.code);

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new ApiError(response.status, await problemOf(response));
}

/** What is not ours is a proxy's page, or nothing at all. */
async function problemOf(response: Response): Promise<Trouble> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  return typeof problem?.code === 'string' ? problem : { code: 'internal' };
}
