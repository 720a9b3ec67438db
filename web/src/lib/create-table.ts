/** Opening tables: one function for each way to play. */
import { get, isUnreachable, post } from './api';
import { localGames } from './local-games.svelte';
import { identity } from './identity.svelte';
import { t } from './language.svelte';
import { callLocal, isLocal } from './local-tables';
import { tablePath } from './paths';
import { go } from './router.svelte';
import { tableApi, type TableApi } from './table-api';
import type { Table } from './table.svelte';
import type { ClockRule, DayShown, GameName, NewTable, Seat, Start, TableShown } from './wire';

/** The ways to play that are set up in a dialog. */
export type Mode = 'bots' | 'friends' | 'here' | 'middle';

export interface TableSetup {
  game: GameName;
  players: number;
  options: Record<string, string>;
  clock: ClockRule;
  /** 1 to 8. */
  level: number;
  rated: boolean;
  listed: boolean;
  /** Names of the players around one screen, by seat. */
  names: string[];
  /** True if the game runs on this device. */
  isLocal: boolean;
}

/** A table that others come to: on the server, or nowhere. */
async function openShared(body: NewTable, path = '/tables'): Promise<TableShown> {
  await identity.need();
  return post<TableShown>(path, body);
}

/** On this device where that is wished for, or where no server answers. */
async function openTable(body: NewTable, isLocal = false): Promise<TableShown> {
  if (!isLocal) {
    try {
      return await openShared(body);
    } catch (error) {
      if (!isUnreachable(error) || !(await localGames.refresh())[body.game]) throw error;
    }
  }
  const name = identity.person?.name ?? t('player-number', { number: 1 });
  return callLocal('openTable', { ...body, name });
}

const apiOf = ({ info: { id } }: TableShown): TableApi =>
  tableApi(id, (rest) => `/tables/${id}${rest}`);

const terms = ({ game, players, options, clock, rated }: TableSetup) => ({
  game,
  players,
  options,
  clock,
  rated,
});

/** You and bots, at once. Your seat is drawn, unless who sits where was talked about. */
export async function playBots(
  plan: TableSetup,
  mine: Seat = Math.floor(Math.random() * plan.players),
): Promise<void> {
  const bots = botsBeside(mine, plan);
  await begin(await openTable({ ...terms(plan), listed: false, bots }, plan.isLocal));
}

/** Bots of a level on all seats but one. */
function botsBeside(mine: Seat, { players, level }: Pick<TableSetup, 'players' | 'level'>) {
  const bots = Array.from({ length: players }, (_, seat) => ({ seat, bot: `level-${level}` }));
  return bots.toSpliced(mine, 1);
}

async function begin(shown: TableShown): Promise<void> {
  await apiOf(shown).start();
  go(`/t/${shown.info.id}`);
}

/** Open a table with a link, in a room if one is given: friends who open it sit down. */
export async function playFriends(plan: TableSetup, room?: string): Promise<void> {
  const path = room === undefined ? '/tables' : `/rooms/${encodeURIComponent(room)}/tables`;
  const { info } = await openShared({ ...terms(plan), listed: plan.listed }, path);
  go(`/t/${info.id}`);
}

/** Join the table of another player who looks for a game, or wait at a new one. */
export async function playQuick(game: GameName, players: number, rated: boolean): Promise<void> {
  const { kind } = await identity.need();
  const body = { game, players, rated: rated && kind === 'account' };
  const { info } = await post<TableShown>('/quick-match', body);
  go(`/t/${info.id}`);
}

/** Open a table for a shared screen; the seats are for players who join with their phones. */
export async function openSharedScreen(plan: TableSetup): Promise<void> {
  const { info } = await openShared({ ...terms(plan), rated: false, listed: false, sit: false });
  go(tablePath(info.id, null, true));
}

/** All seats are yours, around one screen. */
export async function openHotSeat(plan: TableSetup): Promise<void> {
  const shown = await openTable({ ...terms(plan), listed: false, sit: false }, plan.isLocal);
  const names = plan.names.slice(0, plan.players).map((name) => name.trim());
  for (let seat = 0; seat < plan.players; seat++) {
    const name = names.some(Boolean)
      ? names[seat] || t('player-number', { number: seat + 1 })
      : undefined;
    await apiOf(shown).sit({ seat, name });
  }
  await begin(shown);
}

/** Take the seats that are kept for the reader in the next game. The first caller opens its table. */
export async function joinNext(table: Table): Promise<TableShown> {
  const shown = await table.rematch();
  const { info } = shown;
  const me = identity.idAt(info.id);
  for (const [seat, { kept_for, who }] of info.chairs.entries()) {
    if (kept_for !== me || who) continue;
    await apiOf(shown).sit({ seat, name: table.nameBefore(seat) });
  }
  return shown;
}

/** Play the next game at once, where no other person is awaited. */
export async function playAgain(table: Table): Promise<void> {
  const shown = await joinNext(table);
  const { info } = shown;
  if (table.isAlone && info.status === 'open') await apiOf(shown).start();
  go(`/t/${info.id}`);
}

/** Go on from a position of another game, against bots. */
export async function continueFrom(
  game: GameName,
  players: number,
  start: Start,
  level: number,
): Promise<void> {
  const bots = botsBeside(start.seat, { players, level });
  const isHere = isLocal(start.table ?? '');
  await begin(await openTable({ game, players, listed: false, bots, start }, isHere));
}

/** Open the player's own table of a deal that many play. */
export async function playDeal(deal: string): Promise<void> {
  await identity.need();
  const { info } = await post<TableShown>(`/deals/${deal}/table`);
  go(`/t/${info.id}`);
}

/** Today's deal of a game. */
export async function playDaily(game: GameName): Promise<void> {
  const { deals } = await get<DayShown>('/daily');
  return playDeal(deals.find((deal) => deal.game === game)!.id);
}
