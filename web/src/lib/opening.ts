/** Opening tables: one function for each way to play. */
import { get, isOut, post } from './api';
import { engines } from './engines.svelte';
import { identity } from './identity.svelte';
import { t } from './language.svelte';
import { isLocal } from './local';
import { tablePath } from './paths';
import { go } from './router.svelte';
import type { Table } from './table.svelte';
import type { ClockRule, DayShown, GameName, NewTable, Seat, Start, TableShown } from './wire';

export interface Plan {
  game: GameName;
  players: number;
  options: Record<string, string>;
  clock: ClockRule;
  /** 1 to 8. */
  level: number;
  rated: boolean;
  listed: boolean;
  /** Those around one screen, by seat. */
  names: string[];
  /** Whether this device is to do all the work. */
  isLocal: boolean;
}

/** A table that others come to: on the server, or nowhere. */
async function openShared(body: Partial<NewTable>): Promise<TableShown> {
  await identity.need();
  return post<TableShown>('/tables', body);
}

/** On this device where that is wished for, or where no server answers. */
async function openTable(body: Partial<NewTable>, isLocal = false): Promise<TableShown> {
  if (!isLocal) {
    try {
      return await openShared(body);
    } catch (error) {
      if (!isOut(error) || !(await engines.look())[body.game!]) throw error;
    }
  }
  const name = identity.person?.name ?? t('player-number', { number: 1 });
  return post<TableShown>('/local/tables', { ...body, name });
}

const terms = ({ game, players, options, clock, rated }: Plan) => ({
  game,
  players,
  options,
  clock,
  rated,
});

/** You and bots, at once. Your seat is drawn, unless who sits where was talked about. */
export async function playBots(
  plan: Plan,
  mine: Seat = Math.floor(Math.random() * plan.players),
): Promise<void> {
  const bots = botsBeside(mine, plan);
  await begin(await openTable({ ...terms(plan), listed: false, bots }, plan.isLocal));
}

/** Bots of a level on all seats but one. */
function botsBeside(mine: Seat, { players, level }: Pick<Plan, 'players' | 'level'>) {
  const bots = Array.from({ length: players }, (_, seat) => ({ seat, bot: `level-${level}` }));
  return bots.toSpliced(mine, 1);
}

async function begin({ info }: TableShown): Promise<void> {
  await post(`/tables/${info.id}/start`);
  go(`/t/${info.id}`);
}

/** A table with a link: whoever opens it sits down. */
export async function playFriends(plan: Plan): Promise<void> {
  const { info } = await openShared({ ...terms(plan), listed: plan.listed });
  go(`/t/${info.id}`);
}

/** Whoever else looks for a game: at their table, or at ours until they come. */
export async function playQuick(game: GameName, players: number, rated: boolean): Promise<void> {
  const { kind } = await identity.need();
  const body = { game, players, rated: rated && kind === 'account' };
  const { info } = await post<TableShown>('/quick-match', body);
  go(`/t/${info.id}`);
}

/** This screen lies in the middle; the seats are for those who come with their phones. */
export async function playMiddle(plan: Plan): Promise<void> {
  const { info } = await openShared({ ...terms(plan), rated: false, listed: false, sit: false });
  go(tablePath(info.id, null, true));
}

/** All seats are yours, around one screen. */
export async function playHere(plan: Plan): Promise<void> {
  const shown = await openTable({ ...terms(plan), listed: false, sit: false }, plan.isLocal);
  const names = plan.names.slice(0, plan.players).map((name) => name.trim());
  for (let seat = 0; seat < plan.players; seat++) {
    const name = names.some(Boolean)
      ? names[seat] || t('player-number', { number: seat + 1 })
      : undefined;
    await post(`/tables/${shown.info.id}/seats`, { seat, name });
  }
  await begin(shown);
}

/** The next game: on the seats kept for us, and at once where nobody else is awaited. */
export async function playAgain(table: Table): Promise<void> {
  const { info } = await table.rematch();
  const me = identity.idAt(info.id);
  for (const [seat, { kept_for, who }] of info.chairs.entries()) {
    if (kept_for !== me || who) continue;
    await post(`/tables/${info.id}/seats`, { seat, name: table.nameBefore(seat) });
  }
  if (table.isAlone && info.status === 'open') await post(`/tables/${info.id}/start`);
  go(`/t/${info.id}`);
}

/** Go on from a position of another game, against bots. */
export async function playOn(
  game: GameName,
  players: number,
  start: Start,
  level: number,
): Promise<void> {
  const bots = botsBeside(start.seat, { players, level });
  const isHere = isLocal(start.table ?? '');
  await begin(await openTable({ game, players, listed: false, bots, start }, isHere));
}

/** A deal that others play, too; one's own table of it. */
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
