/** Requests about one table: to the server over HTTP, or to the worker of this device. */
import { ApiError, get, getText, post, remove } from './api';
import { callLocal, isLocal } from './local-tables';
import type {
  MoveHistory,
  PlyShown,
  Seat,
  SitRequest,
  StatesShown,
  StateShown,
  TableShown,
} from './wire';

/** Requests about the moves of a table or of a record. */
export interface HistoryApi {
  /** Return the position at a ply, as `seat` sees it; null: all that the reader may see. */
  getPly(ply: number, seat: Seat | null): Promise<PlyShown>;
  getHistory(seat: Seat | null): Promise<MoveHistory>;
  /** Return the whole game as text. */
  getRecord(): Promise<string>;
  /** Return the states of a finished game, for the engine of this page. */
  getStates(): Promise<StatesShown>;
}

export interface TableApi extends HistoryApi {
  /** Return the table; with `scene`, its position is drawn. */
  getTable(scene?: boolean): Promise<TableShown>;
  /** Return the state that the player to move sees, for the engine of this page. */
  getState(): Promise<StateShown>;
  sit(request: SitRequest): Promise<TableShown>;
  /** Start the game; with `fill`, bots of that name take the free seats. */
  start(fill?: string): Promise<TableShown>;
  resign(): Promise<TableShown>;
  rematch(): Promise<TableShown>;
  /** Close a table that has not begun; a table on this device is deleted. */
  drop(): Promise<void>;
}

/** Makes a path of the server about a table or record from its end and parts of its query. */
export type PathTo = (rest: string, ...query: string[]) => string;

export const tableApi = (table: string, pathTo: PathTo): TableApi =>
  isLocal(table) ? localApi(table) : httpApi(pathTo);

export const httpApi = (pathTo: PathTo): TableApi => ({
  getTable: (scene = false) => get(pathTo('', scene ? 'scene=true' : '')),
  getPly: (ply, seat) => get(pathTo(`/plies/${ply}`, 'scene=true', seatQuery(seat))),
  getHistory: (seat) => get(pathTo('/story', seatQuery(seat))),
  getRecord: () => getText(pathTo('/record')),
  getState: () => getSameVersion(pathTo('/state')),
  getStates: () => getSameVersion(pathTo('/states')),
  sit: (request) => post(pathTo('/seats'), request),
  start: (fill) => post(pathTo('/start'), fill ? { fill } : {}),
  resign: () => post(pathTo('/resign')),
  rematch: () => post(pathTo('/rematch')),
  drop: () => remove(pathTo('')),
});

const localApi = (table: string): TableApi => ({
  getTable: () => callLocal('getTable', { table }),
  getPly: (ply, seat) => callLocal('getPly', { table, ply, seat }),
  getHistory: (seat) => callLocal('getHistory', { table, seat }),
  getRecord: () => callLocal('getRecord', { table }),
  getState: () => callLocal('getState', { table }),
  getStates: () => callLocal('getStates', { table }),
  sit: (request) => callLocal('sit', { table, ...request }),
  start: () => callLocal('start', { table }),
  resign: () => callLocal('resign', { table }),
  rematch: () => callLocal('rematch', { table }),
  drop: () => callLocal('dropTable', { table }),
});

const seatQuery = (seat: Seat | null): string => (seat === null ? '' : `seat=${seat}`);

/** Return states of the server. Throws if its version, and so the layout of states, is another. */
async function getSameVersion<T extends { version: string }>(path: string): Promise<T> {
  const found = await get<T>(path);
  if (__VERSION__ !== 'dev' && found.version !== __VERSION__)
    throw new ApiError(0, { code: 'old_page' });
  return found;
}
