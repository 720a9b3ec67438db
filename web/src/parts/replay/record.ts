/** The whole game as text. */
import { open, post } from '../../lib/api';
import { identity } from '../../lib/identity.svelte';
import type { Replay } from '../../lib/replay.svelte';
import { go } from '../../lib/router.svelte';

export async function recordText(replay: Replay): Promise<string> {
  if (replay.record) return replay.record.text;
  return (await open(replay.pathTo('/record'))).text();
}

/** Let the server keep a game of this device; there it is a record, and can be shown to others. */
export async function handOver(replay: Replay): Promise<void> {
  await identity.need();
  const { id } = await post<{ id: string }>('/records', { text: await recordText(replay) });
  go(`/r/${id}`);
}
