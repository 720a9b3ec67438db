// node local.mjs FOLDER < jobs.json: plays at local tables as a page does, prints what was said.
import { readFileSync } from "node:fs";
import { join } from "node:path";

globalThis.__VERSION__ = "dev";
const { Conversation } = await import("../../web/src/engine/conversation.ts");
const { Engines } = await import("../../web/src/engine/engines.ts");
const { HoldingStore } = await import("../../web/src/engine/holding.ts");
const { answer } = await import("../../web/src/engine/routes.ts");
const { refusalOf } = await import("../../web/src/engine/refusal.ts");
const { MemoryStore } = await import("../../web/src/engine/store.ts");
const { Tables } = await import("../../web/src/engine/tables.ts");

/** A page and its worker. */
class Device {
  said = [];
  #waiting = new Map();
  #heard = () => undefined;
  #ref = 0;

  constructor(folder, store = new MemoryStore()) {
    this.store = store;
    this.tables = new Tables(store, new Engines(async (name) => new Uint8Array(readFileSync(join(folder, name)))));
    this.conversation = new Conversation(this.tables, (message) => this.#take(JSON.parse(JSON.stringify(message))));
    this.tables.onUpdate = (update) => this.conversation.tell(update);
    this.conversation.begin();
  }

  #take(message) {
    this.said.push(message);
    if (message.ref != null) this.#waiting.get(message.ref)?.(message);
    if (message.type === "update") this.#heard();
  }

  async ask(method, path, body = {}) {
    try {
      const told = await answer(this.tables, { method, path, body, signal: new AbortController().signal });
      if ("text" in told) return told.text;
      if (!("lines" in told)) return JSON.parse(JSON.stringify(told.json));
      const lines = [];
      for await (const line of told.lines) lines.push(line);
      return lines;
    } catch (error) {
      return { refused: refusalOf(error).code, why: String(error.stack) };
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
  const { info } = await device.ask("POST", "/local/tables", body);
  for (let seat = 0; seat < (bots ? 1 : players); seat++)
    await device.ask("POST", `/tables/${info.id}/seats`, { seat, name: `P${seat}` });
  await device.ask("POST", `/tables/${info.id}/start`);
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
  const get = (rest) => device.ask("GET", `/tables/${table}/${rest}`);
  const plies = [];
  for (const seat of ["", "&seat=0"])
    for (let ply = 0; ply <= info.ply; ply++) plies.push(await get(`plies/${ply}?scene=true${seat}`));
  const previews = device.said.filter(({ type }) => type === "preview").map(({ effects }) => effects);
  const [card] = device.store.cards.values();
  return { updates: device.updates, previews, record: await get("record"), story: await get("story"), plies, card };
}

/** A game that is closed in the middle and read again by another worker goes on where it was. */
async function reload(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await play(device, table, 3);
  const before = await device.ask("GET", `/tables/${table}`);
  const other = new Device(folder, device.store);
  const after = await other.ask("GET", `/tables/${table}`);
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
  const early = await device.ask("GET", `/tables/${table}/record`);
  await device.say({ type: "ask", table, what: "undo" });
  const undone = await device.settled();
  await device.say({ type: "resign", table });
  const given = device.updates.at(-1);
  const record = await device.ask("GET", `/tables/${table}/record`);
  const next = await device.ask("POST", `/tables/${table}/rematch`);
  const again = await device.ask("POST", `/tables/${table}/rematch`);
  const gone = [await device.ask("DELETE", `/tables/${table}`), await device.ask("GET", `/tables/${table}`)];
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
    const { info } = await device.ask("POST", "/local/tables", body);
    const kept = await device.store.load(info.id);
    device.store.games.set(info.id, { ...kept, id: `local-${seed}`, seed });
    const id = `local-${seed}`;
    device.store.games.set(id, device.store.games.get(info.id));
    for (let seat = 0; seat < job.players; seat++)
      await device.ask("POST", `/tables/${id}/seats`, { seat, name: `P${seat}` });
    await device.ask("POST", `/tables/${id}/start`);
    const { board, game } = await device.tables.find(id);
    const shown = await device.ask("GET", `/tables/${id}`);
    const said = await device.say({ type: "preview", table: id, number: shown.view.number, moves: shown.view.moves.slice(0, 20) });
    const bot = Array.from(game.view(board, mover));
    told.push({ view: shown.view, effects: said.effects, bot, board: Array.from(board) });
  }
  return told;
}

/** What a bot thinks: a hint, an analysis, chances. */
async function thoughts(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await device.settled();
  const hint = await device.ask("POST", `/tables/${table}/hint`, { seconds: 0.2, most: 3 });
  const early = await device.ask("POST", "/analysis", { table, ply: 0, seconds: 0.1 });
  await play(device, table);
  const analysis = await device.ask("POST", "/analysis", { table, ply: 1, seconds: 0.2, most: 5 });
  return { hint, early, analysis, chances: await device.ask("GET", `/tables/${table}/chances`) };
}

/** What a solver thinks of a game for one; others are heard meanwhile, and who leaves stops it. */
async function plans(folder, job) {
  const device = new Device(folder);
  const table = await begin(device, job);
  await play(device, table, 3);
  const hint = await device.ask("POST", `/tables/${table}/hint`, { seconds: 600, most: 5 });
  await play(device, table);
  const [record, analysis, chances] = [
    await device.ask("GET", `/tables/${table}/record`),
    await device.ask("POST", "/analysis", { table, ply: 2, seconds: 600, most: 99 }),
    await device.ask("GET", `/tables/${table}/chances`),
  ];
  const stop = new AbortController();
  const asked = { method: "GET", path: `/tables/${table}/par`, body: {}, signal: stop.signal };
  setImmediate(() => stop.abort());
  const left = await answer(device.tables, asked).catch((error) => error.name);
  let heard = 0;
  const timer = setInterval(() => heard++, 1);
  const { par } = await device.ask("GET", `/tables/${table}/par`);
  clearInterval(timer);
  return { hint, record, analysis, chances, par, left, heard };
}

/** A browser that is full: a game goes on, is told of, and is kept whole as soon as there is room. */
async function full(folder, job) {
  const disk = new MemoryStore();
  const store = new HoldingStore(disk);
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
  const goesOn = (await again.ask("GET", `/tables/${table}`)).info.seq;
  Object.assign(disk, { append, add });
  await device.ask("DELETE", `/tables/${other}`);
  await device.ask("POST", `/tables/${table}/resign`);
  const seq = (await device.ask("GET", `/tables/${table}`)).info.seq;
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
  const path = `/local/puzzles/${game}`;
  const tried = [];
  for (const id of ids) {
    const shown = await device.ask("GET", `${path}/${id}`);
    const { position, seat } = shown;
    const { legal, scene } = await device.ask("POST", "/local/study", { game, position, seat });
    const judged = {};
    for (const move of legal) judged[move] = await device.ask("POST", `${path}/${id}/attempts`, { move });
    const told = await device.ask("POST", `${path}/${id}/attempts`, { move: null });
    tried.push({ shown, legal, scene, judged, told });
  }
  const refused = [await device.ask("GET", `${path}/00000000`), await device.ask("POST", `${path}/${ids[0]}/attempts`, { move: "x" })];
  return { list: await device.ask("GET", path), tried, refused };
}

const JOBS = { puzzles, full, fetched, whole, reload, manners, secrets, thoughts, plans };
const results = [];
for (const job of JSON.parse(readFileSync(0, "utf8"))) results.push(await JOBS[job.kind](process.argv[2], job));
console.log(JSON.stringify(results));
