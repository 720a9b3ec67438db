// node local.mjs FOLDER < jobs.json: plays at local tables as a page does, prints what was said.
import { readFileSync } from "node:fs";
import { join } from "node:path";

globalThis.__VERSION__ = "dev";
const { SocketSession } = await import("../../web/src/engine/socket-session.ts");
const { Engines } = await import("../../web/src/engine/engines.ts");
const { Match } = await import("../../web/src/engine/match.ts");
const { OverflowStore } = await import("../../web/src/engine/overflow-store.ts");
const { attribute } = await import("../../web/src/engine/ledger.ts");
const { LocalApi } = await import("../../web/src/engine/local-api.ts");
const { toRefusal } = await import("../../web/src/engine/errors.ts");
const { MemoryStore } = await import("../../web/src/engine/store.ts");
const { Tables } = await import("../../web/src/engine/tables.ts");
const { describe } = await import("../../web/src/engine/presenters.ts");
const { botMove } = await import("../../web/src/engine/commands.ts");

/** A page and its worker. */
class Device {
  said = [];
  #waiting = new Map();
  #heard = () => undefined;
  #ref = 0;

  constructor(folder, store = new MemoryStore()) {
    this.store = store;
    this.tables = new Tables(store, new Engines(async (name) => new Uint8Array(readFileSync(join(folder, name)))));
    this.conversation = new SocketSession(this.tables, (message) => this.#take(JSON.parse(JSON.stringify(message))));
    this.tables.onUpdate = (update) => this.conversation.tell(update);
    this.conversation.begin();
  }

  #take(message) {
    this.said.push(message);
    if (message.ref != null) this.#waiting.get(message.ref)?.(message);
    if (message.type === "update") this.#heard();
  }

  /** Call a function of the worker; a refusal is returned, not thrown. */
  async call(method, request, signal = new AbortController().signal) {
    try {
      const called = new LocalApi(this.tables)[method](request, signal);
      if (!(Symbol.asyncIterator in called)) return JSON.parse(JSON.stringify((await called) ?? null));
      const items = [];
      for await (const item of called) items.push(item);
      return items;
    } catch (error) {
      return { refused: toRefusal(error).code, why: String(error.stack) };
    }
  }

  say(message) {
    const ref = ++this.#ref;
    const answered = new Promise((resolve) => this.#waiting.set(ref, resolve));
    void this.conversation.take({ ...message, ref });
    return answered;
  }

  get updates() {
    return this.said.filter(({ type }) => type === "update");
  }

  /** The latest update, once it is our turn or the game is over. */
  async settled() {
    for (;;) {
      const last = this.updates.at(-1);
      if (last.info.status === "over" || last.view.moves) return last;
      await new Promise((resolve) => (this.#heard = resolve));
    }
  }
}

let count = 0;
/** Not chance: the same jobs are the same games. */
const pick = (list) => list[(count = (count * 7 + 3) % 1009) % list.length];

async function begin(device, { game, players, bots, options }) {
  const seated = Array.from({ length: players }, (_, seat) => seat).filter((seat) => seat > 0 && bots);
  const body = { game, players, options, bots: seated.map((seat) => ({ seat, bot: bots })), sit: false };
  const { info } = await device.call("openTable", body);
  for (let seat = 0; seat < (bots ? 1 : players); seat++)
    await device.call("sit", { table: info.id, seat, name: `P${seat}` });
  await device.call("start", { table: info.id });
  await device.say({ type: "subscribe", table: info.id, since: 0, scene: true });
  return info.id;
}

/** Play on with any move, until the game is over or so many moves were made. */
async function play(device, table, moves = Infinity) {
  for (let made = 0; made < moves; made++) {
    const { info, view } = await device.settled();
    if (info.status === "over") return;
    const move = pick(view.moves);
    const [preview, done] = [
      await device.say({ type: "preview", table, number: view.number, moves: [move, "nonsense"] }),
      await device.say({ type: "move", table, number: view.number, move, move_id: `${view.number}` }),
    ];
    if (done.type !== "ack" || preview.effects.length !== 2) throw new Error(JSON.stringify([done, preview]));
  }
  await device.settled();
}

/** A whole game: all that was heard of it, and all that can be asked about it afterwards. */
async function whole(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await play(device, table);
  const { info } = device.updates.at(-1);
  const plies = [];
  for (const seat of [null, 0])
    for (let ply = 0; ply <= info.ply; ply++) plies.push(await device.call("getPly", { table, ply, seat }));
  const previews = device.said.filter(({ type }) => type === "preview").map(({ effects }) => effects);
  const [card] = device.store.cards.values();
  const record = await device.call("getRecord", { table });
  const story = await device.call("getHistory", { table, seat: null });
  return { updates: device.updates, previews, record, story, plies, card };
}

/** A game that is closed in the middle and read again by another worker goes on where it was. */
async function reload(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await play(device, table, 3);
  const before = await device.call("getTable", { table: table });
  const other = new Device(folder, device.store);
  const after = await other.call("getTable", { table: table });
  await other.say({ type: "subscribe", table, since: 0, scene: true });
  const { view } = await other.settled();
  await other.say({ type: "move", table, number: view.number, move: view.moves[0], move_id: "x" });
  // The first has not heard of it: what it wishes is stale, and it is shown what is there now.
  const late = await device.say({ type: "move", table, number: view.number, move: view.moves[0], move_id: "y" });
  await device.tables.refresh(table);
  return { before, after, late, seen: device.updates.at(-1).info.number, number: other.updates.at(-1).info.number };
}

/** Undo, giving up, another game, refusals. */
async function manners(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  const first = (await device.settled()).info.number;
  const nothing = await device.say({ type: "ask", table, what: "undo" });
  await play(device, table, 2);
  const stale = await device.say({ type: "move", table, number: first, move: "x", move_id: "s" });
  const { view } = device.updates.at(-1);
  const illegal = await device.say({ type: "move", table, number: view.number, move: "x", move_id: "i" });
  const early = await device.call("getRecord", { table: table });
  await device.say({ type: "ask", table, what: "undo" });
  const undone = await device.settled();
  await device.say({ type: "resign", table });
  const given = device.updates.at(-1);
  const record = await device.call("getRecord", { table: table });
  const next = await device.call("rematch", { table: table });
  const again = await device.call("rematch", { table: table });
  const gone = [await device.call("dropTable", { table: table }), await device.call("getTable", { table: table })];
  return { nothing, stale, illegal, early, undone, given, record, next, again, gone };
}

/** Two games that begin with what one seat sees, dealt otherwise: that seat is told the same. */
async function secrets(folder, { ply, ...job }) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await play(device, table);
  const match = await device.tables.find(table);
  const told = [];
  for (const seed of ["1", "2"]) {
    const mover = match.game.get(match.states[ply], "mover");
    const body = { game: job.game, players: job.players, start: { table, ply, seat: mover }, sit: false };
    const { info } = await device.call("openTable", body);
    const kept = await device.store.load(info.id);
    device.store.games.set(info.id, { ...kept, id: `local-${seed}`, seed });
    const id = `local-${seed}`;
    device.store.games.set(id, device.store.games.get(info.id));
    for (let seat = 0; seat < job.players; seat++)
      await device.call("sit", { table: id, seat, name: `P${seat}` });
    await device.call("start", { table: id });
    const { board, game } = await device.tables.find(id);
    const shown = await device.call("getTable", { table: id });
    const said = await device.say({ type: "preview", table: id, number: shown.view.number, moves: shown.view.moves.slice(0, 20) });
    const bot = Array.from(game.view(board, mover));
    told.push({ view: shown.view, effects: said.effects, bot, board: Array.from(board) });
  }
  return told;
}

/** Replay logs of matches; of each what came out, or why it was refused. */
async function logs(folder, { logs }) {
  const engines = new Engines(async (name) => new Uint8Array(readFileSync(join(folder, name))));
  const replay = async ({ seed, start, events }) => {
    const { game, listed } = await engines.open(events[0].terms.game);
    const kept = { id: "local-x", created: 0, seed, events, start: start && Uint8Array.from(start) };
    const { board, outcome, forfeits, seq, number, chairs } = new Match(game, listed.card, kept);
    const seats = chairs.map(({ who, has_stand_in }) => [who?.name, has_stand_in ?? false]);
    return { board: Array.from(board), ...outcome, forfeits, seq, number, seats };
  };
  return Promise.all(logs.map((log) => replay(log).catch((error) => ({ refused: error.message }))));
}

/** The findings of a review and its ledger; the findings of a second one. */
async function reviewed(device, game, table, states) {
  const { played } = await device.call("getHistory", { table, seat: null });
  const moves = played.map(({ move }) => move);
  const indices = moves.map((_, index) => index);
  const findings = await device.call("review", { game, states, moves, indices });
  const again = await device.call("review", { game, states, moves, indices: indices.slice(0, 3) });
  const [card] = device.store.cards.values();
  const { places, scores } = card.outcome;
  const result = places.length === 1 ? scores : places.map((place) => Number(place === 1));
  const ledger = attribute(findings.flatMap(({ steps }) => steps), result);
  return { findings, again, ledger, result };
}

/** A hint, an analysis and a review. */
async function thoughts(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await device.settled();
  const { game, state, number } = await device.call("getState", { table: table });
  const hint = await device.call("hint", { game, state, seconds: 0.2, most: 3 });
  const early = await device.call("getStates", { table: table });
  await play(device, table);
  const { states } = await device.call("getStates", { table: table });
  const analysis = await device.call("hint", { game, state: states[1], seconds: 0.2, most: 5 });
  const review = await reviewed(device, game, table, states);
  return { number, hint, early, analysis, review };
}

/** What a solver thinks of a game for one; other requests are answered meanwhile, and an abort stops it. */
async function plans(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await play(device, table, 3);
  const { game, state, number } = await device.call("getState", { table: table });
  const hint = await device.call("hint", { game, state, seconds: 600, most: 5 });
  await play(device, table);
  const record = await device.call("getRecord", { table: table });
  const { states } = await device.call("getStates", { table: table });
  const body = { game, state: states[2], seconds: 600, most: 99 };
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  const left = await new LocalApi(device.tables).hint(body, stop.signal).catch((error) => error.name);
  let heard = 0;
  const timer = setInterval(() => heard++, 1);
  const analysis = await device.call("hint", body);
  clearInterval(timer);
  const review = await reviewed(device, game, table, states);
  return { number, hint, record, analysis, review, left, heard };
}

/** A browser that is full: a game goes on, is told of, and is kept whole as soon as there is room. */
async function full(folder, job) {
  const disk = new MemoryStore();
  const store = new OverflowStore(disk);
  const held = [];
  store.onHeld = (cards) => held.push(cards.map(({ id }) => id));
  const device = new Device(folder, store);
  const table = await begin(device, job);
  await play(device, table, 1);
  const { append, add } = disk;
  disk.append = disk.add = () => Promise.reject(new Error("QuotaExceededError"));
  await play(device, table, 2);
  const other = await begin(device, job);
  const kept = [disk.games.get(table).events.length, disk.games.has(other)];
  const again = new Device(folder, store);
  const goesOn = (await again.call("getTable", { table: table })).info.seq;
  Object.assign(disk, { append, add });
  await device.call("dropTable", { table: other });
  await device.call("resign", { table: table });
  const seq = (await device.call("getTable", { table: table })).info.seq;
  return { table, other, held, kept, goesOn, seq, after: disk.games.get(table).events.length };
}

/** Which files were fetched for the bots of a level. */
async function fetched(folder, job) {
  const files = [];
  const read = async (name) => (files.push(name), new Uint8Array(readFileSync(join(folder, name))));
  const tables = new Tables(new MemoryStore(), new Engines(read));
  const device = new Device(folder);
  device.tables = tables;
  device.conversation = Object.assign(device.conversation, { tables });
  tables.onUpdate = (update) => device.conversation.tell(update);
  const table = await begin(device, job);
  await play(device, table, 1);
  return files;
}

/** The list of puzzles, and for some of them what is shown, drawn, and said of each legal move. */
async function puzzles(folder, { game, ids }) {
  const device = new Device(folder);
  const tried = [];
  for (const id of ids) {
    const shown = await device.call("getPuzzle", { game, puzzle: id });
    const { position, seat } = shown;
    const { legal, scene } = await device.call("study", { game, position, seat });
    const judged = {};
    for (const move of legal) judged[move] = await device.call("tryPuzzle", { game, puzzle: id, move });
    const told = await device.call("tryPuzzle", { game, puzzle: id, move: null });
    tried.push({ shown, legal, scene, judged, told });
  }
  const refused = [
    await device.call("getPuzzle", { game, puzzle: "00000000" }),
    await device.call("tryPuzzle", { game, puzzle: ids[0], move: "x" }),
  ];
  return { list: await device.call("listPuzzles", { game }), tried, refused };
}

/** Carry out commands one after the other; tell what each led to. Bots move on command only. */
async function commands(folder, { seed, commands }) {
  const device = new Device(folder);
  device.tables.think = () => undefined;
  const ids = [];
  const known = new Map();
  const results = [];
  for (const command of commands) {
    const code = await carryOut(device, ids, command);
    for (const id of device.store.games.keys()) {
      if (known.has(id)) continue;
      ids.push(id);
      known.set(id, 0);
      (await device.tables.find(id)).kept.seed = device.store.games.get(id).seed = seed;
    }
    const news = [];
    for (const id of ids) {
      const match = await device.tables.find(id);
      const events = match.kept.events.slice(known.get(id));
      known.set(id, match.kept.events.length);
      if (events.length > 0) news.push({ table: id, events, match: summary(match) });
    }
    results.push({ code, news });
  }
  const records = [];
  for (const id of ids) records.push(await device.call("getRecord", { table: id }));
  const named = (text) => ids.reduce((told, id, index) => told.replaceAll(id, `table-${index}`), text);
  return JSON.parse(named(JSON.stringify({ results, records })));
}

/** The code of the refusal; null where it was done. */
async function carryOut(device, ids, { kind, table, ...fields }) {
  const id = ids[table];
  const refusal = async (method, request) => (await device.call(method, request)).refused ?? null;
  switch (kind) {
    case "open": {
      const start = fields.start && { ...fields.start, table: ids[fields.start.table] };
      return refusal("openTable", { ...fields, sit: false, ...(start ? { start } : {}) });
    }
    case "sit":
      return refusal("sit", { table: id, ...fields });
    case "start":
    case "rematch":
      return refusal(kind, { table: id });
    case "two rematches":
      return (await Promise.all([0, 1].map(() => refusal("rematch", { table: id })))).find(Boolean) ?? null;
    case "bot move":
      await device.tables.do(id, (match) => botMove(match, fields.number, fields.action));
      return null;
    default:
      return (await device.say({ type: kind, table: id, ...fields })).code ?? null;
  }
}

function summary(match) {
  const { status, seq, number, ply, mover, next_table, outcome, chairs } = describe(match);
  const kept = chairs.map(({ kept_for }) => kept_for ?? null);
  const given = chairs.map(({ forfeit }) => forfeit ?? null);
  const who = { bot: match.botToMove, seen_as: match.seenAs, mine: match.mySeats };
  return { status, seq, number, ply, mover, next_table, outcome, kept, given, ...who };
}

const JOBS = { commands, puzzles, logs, full, fetched, whole, reload, manners, secrets, thoughts, plans };
const results = [];
for (const job of JSON.parse(readFileSync(0, "utf8"))) results.push(await JOBS[job.kind](process.argv[2], job));
console.log(JSON.stringify(results));
