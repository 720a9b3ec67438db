/** The list of the reader's tables: merge two lists, and leave a table. */
import { get, post, remove } from './api';
import { identity } from './identity.svelte';
import { callLocal, isLocal } from './local-tables';
import type { TableCard, TableInfo, TableShown } from './wire';

/** The last to change first. One that began between the two answers is in both: as it runs. */
export function mergeTableLists(running: TableCard[], waiting: TableCard[]): TableCard[] {
  const begun = new Set(running.map(({ id }) => id));
  return [...running, ...waiting.filter(({ id }) => !begun.has(id))].sort(
    (a, b) => b.updated - a.updated,
  );
}

/**
 * Leave a table: resign a running game, close a table of one's own, else stand up. On this device no other
 * person waits: the game is deleted.
 */
export async function leaveTable({ id, status, host }: TableCard): Promise<void> {
  if (isLocal(id)) await callLocal('dropTable', { table: id });
  else if (status === 'running') await resign(id);
  else if (host === identity.person?.id) await remove(`/tables/${id}`);
  else await standUp(id);
}

/** Hot seat: all seats resign one after the other until the game is over. */
async function resign(id: string): Promise<void> {
  const { info } = await post<TableShown>(`/tables/${id}/resign`);
  const isIn = mine(info).some((seat) => !info.chairs[seat]!.forfeit);
  if (info.status === 'running' && isIn) await resign(id);
}

async function standUp(id: string): Promise<void> {
  const { info } = await get<TableShown>(`/tables/${id}`);
  for (const seat of mine(info)) await remove(`/tables/${id}/seats/${seat}`);
}

const mine = ({ chairs }: TableInfo): number[] =>
  chairs.flatMap(({ who }, seat) =>
    who?.kind === 'person' && who.id === identity.person?.id ? [seat] : [],
  );
