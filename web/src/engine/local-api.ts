/**
 * The functions that a page calls in its worker, for tables and positions on this device. Each takes one
 * request, some an `AbortSignal` after it. `HttpTableApi` asks a server for the same.
 */
import type {
  AttemptRequest,
  AttemptShown,
  GameName,
  MoveHistory,
  NewTable,
  PlyShown,
  PuzzleList,
  PuzzleShown,
  Seat,
  SeatedBot,
  SitRequest,
  StatesShown,
  StateShown,
  StudyResult,
  StudyTask,
  TableShown,
} from '../lib/wire.ts';
import { study } from './sandbox.ts';
import type { Match } from './match.ts';
import { packState, unpackState } from './base64.ts';
import { judgeAttempt, listPuzzles, showPuzzle } from './puzzles.ts';
import { formatRecord } from './record.ts';
import { Refusal } from './errors.ts';
import { compareMoves, measure, type Finding, type ReviewRequest } from './review.ts';
import { show, showPly, describeHistory } from './presenters.ts';
import { analyse, type Analysis } from './analysis.ts';
import type { TableTerms, Tables, Command } from './tables.ts';
import {
  checkStatus,
  checkTurn,
  open,
  rematch,
  rematched,
  resign,
  sat,
  sit,
  start,
} from './commands.ts';

interface TableRequest {
  table: string;
}

/** A position to analyse: its state in base64, and how many moves to return at most. */
export interface AnalysisRequest {
  game: GameName;
  state: string;
  most: number;
}

const HINT_SECONDS = 2;

export class LocalApi {
  private readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  // --- Tables ---

  async openTable(request: NewTable & SitRequest): Promise<TableShown> {
    const { game, listed } = await this.tables.engine(request.game);
    const from = request.start ?? null;
    const begin = from ? await this.findStart(from.table!, from.ply, from.seat) : null;
    const opened = open(
      listed.card,
      game.module.manifest,
      request,
      from && `${from.table} ${from.ply}`,
    );
    const wishes = await this.seatBots(request, request.bots ?? []);
    if (request.sit !== false) wishes.push((match) => sit(match, { name: request.name }));
    return show(await this.tables.open({ game: request.game, opened, wishes, start: begin }));
  }

  async getTable({ table }: TableRequest): Promise<TableShown> {
    return show(await this.tables.find(table));
  }

  dropTable({ table }: TableRequest): Promise<void> {
    return this.tables.drop(table);
  }

  async sit({ table, ...request }: TableRequest & SitRequest): Promise<TableShown> {
    return show(await this.tables.do(table, (match) => sit(match, request)));
  }

  async start({ table }: TableRequest): Promise<TableShown> {
    return show(await this.tables.do(table, start));
  }

  async resign({ table }: TableRequest): Promise<TableShown> {
    return show(await this.tables.do(table, resign));
  }

  async rematch({ table }: TableRequest): Promise<TableShown> {
    return show(await this.openNext(await this.tables.find(table)));
  }

  // --- The moves of a table ---

  async getPly({
    table,
    ply,
    seat,
  }: TableRequest & { ply: number; seat: Seat | null }): Promise<PlyShown> {
    return showPly(await this.findBegun(table), ply, seat);
  }

  async getHistory({ table, seat }: TableRequest & { seat: Seat | null }): Promise<MoveHistory> {
    return describeHistory(await this.findBegun(table), seat);
  }

  async getRecord({ table }: TableRequest): Promise<string> {
    return formatRecord(await this.findBegun(table));
  }

  /** Return the position as the player to move sees it. */
  async getState({ table }: TableRequest): Promise<StateShown> {
    const match = await this.tables.find(table);
    const { number, game, board, mover } = match;
    checkTurn(match, number);
    return {
      version: __VERSION__,
      game: game.name,
      number,
      state: packState(game.view(board, mover)),
    };
  }

  /** Return all positions of a finished game, with nothing hidden. */
  async getStates({ table }: TableRequest): Promise<StatesShown> {
    const { isOver, terms, firstPly, states } = await this.findBegun(table);
    if (!isOver) throw new Refusal('hidden', 'expected a game that is over; this one goes on');
    return {
      version: __VERSION__,
      game: terms.game,
      first: firstPly,
      states: states.map(packState),
    };
  }

  // --- Positions that the page brings along ---

  async study({ game, ...task }: StudyTask & { game: GameName }): Promise<StudyResult> {
    return study(await this.tables.engine(game), task);
  }

  async hint(
    { game, state, most, seconds = HINT_SECONDS }: AnalysisRequest & { seconds?: number },
    signal?: AbortSignal,
  ): Promise<Analysis> {
    const engine = await this.tables.engine(game);
    return analyse(engine, unpackState(engine.game, state), { seconds, most, signal });
  }

  /** Yield what the moves of a finished game cost, for its review. */
  async *review(
    { game, states, ...request }: ReviewRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<Finding> {
    const engine = await this.tables.engine(game);
    const unpacked = states.map((state) => unpackState(engine.game, state));
    yield* measure(engine, unpacked, request, signal);
  }

  /** Return the values of some moves of one position, comparable with each other. */
  async compareMoves({
    game,
    state,
    moves,
  }: Omit<AnalysisRequest, 'most'> & { moves: readonly string[] }): Promise<number[]> {
    const engine = await this.tables.engine(game);
    return compareMoves(engine, unpackState(engine.game, state), moves);
  }

  // --- Puzzles ---

  async listPuzzles({ game }: { game: GameName }): Promise<PuzzleList> {
    return listPuzzles(await this.tables.engine(game));
  }

  async getPuzzle({ game, puzzle }: { game: GameName; puzzle: string }): Promise<PuzzleShown> {
    return showPuzzle(await this.tables.engine(game), puzzle);
  }

  async tryPuzzle({
    game,
    puzzle,
    move,
  }: { game: GameName; puzzle: string } & AttemptRequest): Promise<AttemptShown> {
    return judgeAttempt(await this.tables.engine(game), puzzle, move ?? null);
  }

  // --- Helpers ---

  private async findBegun(table: string): Promise<Match> {
    const match = await this.tables.find(table);
    if (!match.hasBegun) throw new Refusal('not_running', 'the game has not begun');
    return match;
  }

  /** Return what a seat saw at a ply of a finished game. */
  private async findStart(table: string, ply: number, seat: Seat) {
    const match = await this.findBegun(table);
    checkStatus(match, 'over');
    const state = match.states[ply - match.firstPly];
    if (!state) throw new Refusal('invalid_option', `ply: found ${ply}`);
    if (match.game.isOver(state)) throw new Refusal('game_over', `ply: found ${ply}`);
    return match.game.view(state, seat);
  }

  private seatBots(agreed: TableTerms, bots: SeatedBot[]): Promise<Command[]> {
    return Promise.all(
      bots.map(async ({ seat, bot }) => {
        const who = await this.tables.botSeat(agreed, bot);
        return (match: Match) => [sat(match, seat, who)];
      }),
    );
  }

  /** Open the table of the next game; a second request, even at the same time, gets the same table. */
  private async openNext(match: Match): Promise<Match> {
    if (match.nextTable) return this.tables.find(match.nextTable);
    const { terms, kept } = match;
    const { opened, bots } = rematch(match);
    const wishes = await this.seatBots(terms, bots);
    const next = await this.tables.open({ game: terms.game, opened, wishes, start: kept.start });
    const table = next.kept.id;
    const { nextTable } = await this.tables.do(kept.id, (now) => rematched(now, table));
    if (nextTable === table) return next;
    await this.tables.drop(table);
    return this.tables.find(nextTable!);
  }
}
