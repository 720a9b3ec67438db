import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { compileStatus } from '../../src/lib/compile-status.svelte';

/** The server's answers, one after the other. */
function serve(...ready: boolean[]): ReturnType<typeof vi.fn> {
  const answers = ready.map((is_ready) => Response.json({ name: 'golomb', is_ready }));
  const fetch = vi.fn(async () => answers.shift()!);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('compile status of bots', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is requested once if they are ready', async () => {
    const fetch = serve(true);
    const stop = compileStatus.watch('golomb');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(compileStatus.isCold('golomb')).toBe(false);
    stop();
  });

  it('is requested again until they are ready', async () => {
    const fetch = serve(false, false, true);
    const stop = compileStatus.watch('golomb');
    await vi.advanceTimersByTimeAsync(100);
    expect(compileStatus.isCold('golomb')).toBe(true);
    expect(compileStatus.isCold('another')).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(compileStatus.isCold('golomb')).toBe(false);
    stop();
  });

  it('is not requested for a table that was left', async () => {
    const fetch = serve(false, false);
    const stop = compileStatus.watch('golomb');
    await vi.advanceTimersByTimeAsync(100);
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
