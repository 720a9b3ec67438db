/** The address of a ply: what stands above the page, and what is copied to be shared. */
import { inviteOf, withQuery } from '../../lib/paths';
import type { Replay, Source } from '../../lib/replay.svelte';
import type { Route } from '../../lib/router.svelte';

export function sourceOf({ params }: Route): Source {
  return params.record === undefined ? { table: params.table! } : { record: params.record };
}

/** A number from the address; null for anything else that somebody may have typed there. */
export function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export function addressOf(replay: Pick<Replay, 'source' | 'ply' | 'seat' | 'invite'>): string {
  const { source, ply, seat, invite } = replay;
  const path = 'table' in source ? `/t/${source.table}/replay` : `/r/${source.record}`;
  return withQuery(path, `ply=${ply}`, seat === null ? '' : `seat=${seat}`, inviteOf(invite));
}
