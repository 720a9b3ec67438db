/** The whole game as text. */
import { open } from '../../lib/api';
import { inviteOf } from '../../lib/paths';
import { pathOf, type Replay } from '../../lib/replay.svelte';

export async function recordText(replay: Replay): Promise<string> {
  if (replay.record) return replay.record.text;
  return (await open(pathOf(replay.source, '/record', [inviteOf(replay.invite)]))).text();
}
