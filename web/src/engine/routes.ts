/** The paths of the server's HTTP API that concern a table, answered for the tables on this device. */
import type { AnalysisTask, HintWish, NewTable, Sitting, StatesShown } from '../lib/wire.ts';
import type { Match } from './match.ts';
import { pack } from './packing.ts';
import { askPuzzles } from './puzzles.ts';
import { QUESTIONS } from './questions.ts';
import { formatRecord } from './record.ts';
import { Refusal } from './refusal.ts';
import { show, showPly, tellStory } from './shown.ts';
import { analyse, findPar, foretell, hint } from './study.ts';
import type { Tables } from './tables.ts';
import { checkStatus, open, rematch, resign, sat, sit, start } from './wishes.ts';

export interface Asked {
  method: string;
  /** Below the API's root. */
  path: string;
  body: unknown;
  signal: AbortSignal;
}

/** What is answered: JSON, a text, or one thing after the other, each a line of JSON. */
export type Answer = { json: unknown } | { text: string } | { lines: AsyncIterable<unknown> };

const SECONDS = 2;
const MOST = 10;

export async function answer(tables: Tables, asked: Asked): Promise<Answer> {
  const { pathname, searchParams } = new URL(asked.path, 'local://');
  const parts = pathname.split('/').slice(1);
  if (parts[0] === 'analysis') return { json: await analysePly(tables, asked) };
  if (parts[1] === 'puzzles')
    return { json: await askPuzzles(await tables.engine(parts[2]!), parts.slice(3), asked.body) };
  const question = parts[0] === 'local' && QUESTIONS[parts[1] ?? ''];
  if (question) {
    const given = asked.body as Parameters<typeof question>[1];
    return question(await tables.engine(given.game), given, asked.signal);
  }
  if (parts[0] === 'local' || parts.length === 1)
    return { json: show(await openTable(tables, asked.body as NewTable)) };
  const [, id, ...rest] = parts as [string, string, ...string[]];
  const seat = searchParams.has('seat') ? Number(searchParams.get('seat')) : null;
  const act = `${asked.method} ${rest[0] ?? ''}`.trim();
  switch (act) {
    case 'GET':
      return { json: show(await tables.find(id)) };
    case 'DELETE':
      await tables.drop(id);
      return { json: null };
    case 'POST seats':
      return does(tables.do(id, (match) => sit(match, asked.body as Sitting)));
    case 'POST start':
      return does(tables.do(id, start));
    case 'POST resign':
      return does(tables.do(id, resign));
    case 'POST rematch':
      return does(openNext(tables, await tables.find(id)));
    case 'POST hint':
      return { json: await hintAt(tables, id, asked) };
    case 'GET plies':
      return { json: showPly(begun(await tables.find(id)), Number(rest[1]), seat) };
    case 'GET story':
      return { json: tellStory(begun(await tables.find(id)), seat) };
    case 'GET record':
      return { text: formatRecord(begun(await tables.find(id))) };
    case 'GET states':
      return { json: await statesOf(tables, id) };
    case 'GET chances':
      return { lines: await chancesOf(tables, id, asked.signal) };
    case 'GET par':
      return { json: await parOf(tables, id, asked.signal) };
  }
  throw new Refusal('not_found', `there is no ${asked.method} ${asked.path} on this device`);
}

const does = async (done: Promise<Match>): Promise<Answer> => ({ json: show(await done) });

function begun(match: Match): Match {
  if (!match.hasBegun) throw new Refusal('not_running', 'the game has not begun');
  return match;
}

// --- Opening ---

async function openTable(tables: Tables, body: NewTable & Sitting): Promise<Match> {
  const { game, listed } = await tables.engine(body.game);
  const begin = body.start
    ? await startOf(tables, body.start.table!, body.start.ply, body.start.seat)
    : null;
  const named = body.start ? `${body.start.table} ${body.start.ply}` : null;
  const opened = open(listed.card, game.module.manifest, body, named);
  const match = await tables.open({ game: body.game, opened, start: begin });
  for (const { seat, bot } of body.bots ?? []) await seatBot(tables, match, seat, bot);
  return body.sit === false
    ? match
    : tables.do(match.kept.id, (now) => sit(now, { name: body.name }));
}

/** What a seat saw at a ply of a game that is over. */
async function startOf(tables: Tables, table: string, ply: number, seat: number) {
  const match = begun(await tables.find(table));
  checkStatus(match, 'over');
  const state = match.states[ply - match.firstPly];
  if (!state || match.game.isOver(state)) throw new Refusal('bad_terms', `ply: found ${ply}`);
  return match.game.view(state, seat);
}

async function seatBot(tables: Tables, match: Match, seat: number, name: string): Promise<void> {
  const who = await tables.botSeat(match.terms, name);
  await tables.do(match.kept.id, (now) => [sat(now, seat, who)]);
}

/** The table of the next game; whoever asks again gets the same. */
async function openNext(tables: Tables, match: Match): Promise<Match> {
  if (match.nextTable) return tables.find(match.nextTable);
  const { opened, bots } = rematch(match);
  const next = await tables.open({ game: match.terms.game, opened, start: match.kept.start });
  for (const [seat, name] of bots) await seatBot(tables, next, seat, name);
  const table = next.kept.id;
  await tables.do(match.kept.id, () => [{ kind: 'rematched', at: Date.now(), table }]);
  return next;
}

// --- Thinking ---

async function statesOf(tables: Tables, id: string): Promise<StatesShown> {
  const { terms, firstPly, states } = await finished(tables, id);
  return { game: terms.game, first: firstPly, states: states.map(pack) };
}

async function hintAt(tables: Tables, id: string, { body, signal }: Asked) {
  const { seconds = SECONDS, most = MOST } = body as HintWish;
  const match = await tables.find(id);
  return hint(await tables.engine(match.terms.game), match, { seconds, most, signal });
}

async function analysePly(tables: Tables, { body, signal }: Asked) {
  const { table, ply, seconds = SECONDS, most = MOST } = body as AnalysisTask;
  const match = await finished(tables, table!);
  const state = match.states[(ply ?? match.ply) - match.firstPly];
  if (!state) throw new Refusal('invalid_option', `ply: found ${ply}`);
  return analyse(await tables.engine(match.terms.game), state, { seconds, most, signal });
}

async function chancesOf(tables: Tables, id: string, signal: AbortSignal) {
  const match = await finished(tables, id);
  return foretell(await tables.engine(match.terms.game), match.states, signal);
}

async function parOf(tables: Tables, id: string, signal: AbortSignal) {
  const match = await finished(tables, id);
  return findPar(await tables.engine(match.terms.game), match.states[0]!, signal);
}

/** A game about which nothing is secret any more. */
async function finished(tables: Tables, id: string): Promise<Match> {
  const match = begun(await tables.find(id));
  if (!match.isOver) throw new Refusal('hidden', 'expected a game that is over; this one goes on');
  return match;
}
