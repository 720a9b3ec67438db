// What a module answers, as bytes to compare: the same as `engine_traces.py` makes of the kernels themselves.
import { Game } from "../../web/src/engine/game.ts";
import { Module } from "../../web/src/engine/wasm-module.ts";
import { Search } from "../../web/src/engine/search.ts";
import { Solver } from "../../web/src/engine/solver.ts";

const bigints = (numbers) => new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer);
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function digest(parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random game: after every ply the state, a seat's view, a guess of the rest, the legal moves; then the scores. */
function* traceGame(module, { players, seed, options }) {
  const { state: size, most } = module.manifest;
  const [state, seen, given, out, pair, scores, ranks] = [size, size, 512, 4 * most, 16, 32, 32].map((n) => module.alloc(n));
  module.bytes(given, 512).set(bigints(options));
  module.call("setup", state, BigInt(seed), players, given);
  let rng = BigInt(seed);
  while (module.bytes(state, 13)[12] === 0) {
    const count = module.call("legal_actions", state, out);
    yield module.bytes(state, size).slice();
    yield module.bytes(out, 4 * count).slice();
    module.bytes(seen, size).set(module.bytes(state, size));
    module.call("view", seen, module.bytes(state, 12)[11]);
    yield module.bytes(seen, size).slice();
    module.call("determinize", seen, rng);
    yield module.bytes(seen, size).slice();
    module.call("random_action", pair, state, rng);
    const [action, next] = new BigUint64Array(module.bytes(pair, 16).slice().buffer);
    module.call("apply", state, Number(action));
    rng = next;
  }
  module.call("outcome", state, scores, ranks);
  yield module.bytes(state, size).slice();
  yield module.bytes(scores, 8 * players).slice();
  yield module.bytes(ranks, 8 * players).slice();
}

function* traceSearch(module, { view, seed, iterations, nodes }, weights) {
  const search = weights
    ? new Search(module, nodes, fromBase64(weights), module.manifest.bots.learnt)
    : new Search(module, nodes);
  search.setRoot(fromBase64(view), BigInt(seed));
  search.run(iterations);
  yield search.nodes.slice();
  yield search.edges.slice();
  yield new Uint8Array(Float64Array.from(search.totals).buffer);
  yield new Uint8Array(BigUint64Array.of(search.rng).buffer);
}

/** A solver's play and what it comes to, found in pieces of some size. */
function* traceSolver(module, { state, seed, effort, work }) {
  const solver = new Solver(module, effort);
  solver.begin(fromBase64(state), BigInt(seed));
  while (!solver.advance(work));
  yield bigints(solver.actions);
  yield new Uint8Array(Float64Array.of(solver.score).buffer);
}

/** JSON with all keys in order. */
const canonical = (value) =>
  JSON.stringify(value, (_, one) =>
    one && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** A random game as it is shown: after every ply the moves as text, then to everybody the scene, and what the next move does. */
function* traceShown(module, { players, seed, options }) {
  const game = new Game(module);
  const tell = (value) => new TextEncoder().encode(canonical(value));
  const viewers = [...Array(players).keys(), null];
  let state = game.deal(BigInt(seed), players, options);
  let ply = 0n;
  while (!game.isOver(state)) {
    const action = game.choose("random_action", state, BigInt(seed) + ply++);
    yield tell(game.moves(state, game.legal(state)));
    for (const seen of [state, ...viewers.map((seat) => game.view(state, seat))]) {
      yield tell(game.scene(seen));
      yield tell(game.effect(seen, action));
    }
    state = game.after(state, action);
  }
  for (const seen of [state, ...viewers.map((seat) => game.view(state, seat))]) yield tell(game.scene(seen));
}

const TRACES = { game: traceGame, search: traceSearch, shown: traceShown, solver: traceSolver };

/** Does jobs one after the other, those that search by a network's judgement where there is one; a digest of each. */
export async function trace(bytes, jobs, weights) {
  const module = await Module.load(bytes);
  const from = module.alloc(0);
  const digests = [];
  for (const job of jobs) {
    module.clear(from);
    digests.push(await digest([...TRACES[job.kind](module, job, weights)]));
  }
  return digests;
}
