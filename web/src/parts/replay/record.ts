/** The record of a replay. */
import { post } from '../../lib/api';
import { identity } from '../../lib/identity.svelte';
import type { Replay } from '../../lib/replay.svelte';
import { go } from '../../lib/router.svelte';

export async function recordText(replay: Replay): Promise<string> {
  if (replay.record) return replay.record.text;
  return replay.api.getRecord();
}

/** Upload a game of this device to the server as a record. */
export async function handOver(replay: Replay): Promise<void> {
  await identity.need();
  const { id } = await post<{ id: string }>('/records', { text: await recordText(replay) });
  go(`/r/${id}`);
}
