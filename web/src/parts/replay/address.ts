/** The address of a ply, in the address bar and in shared links. */
import { inviteOf, withQuery } from '../../lib/paths';
import type { Replay, Source } from '../../lib/replay.svelte';
import type { Route } from '../../lib/router.svelte';

export function sourceOf({ params }: Route): Source {
  return params.record === undefined ? { table: params.table! } : { record: params.record };
}

/** Return a number from the address; null for any other text. */
export function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export function addressOf(replay: Pick<Replay, 'source' | 'ply' | 'seat' | 'invite'>): string {
  const { source, ply, seat, invite } = replay;
  const path = 'table' in source ? `/t/${source.table}/replay` : `/r/${source.record}`;
  return withQuery(path, `ply=${ply}`, seat === null ? '' : `seat=${seat}`, inviteOf(invite));
}
