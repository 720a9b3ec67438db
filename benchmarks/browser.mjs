// What a game's module does in some seconds, counted in the page that imports this.
import { Module } from '/web/src/engine/wasm-module.ts';
import { Search } from '/web/src/engine/search.ts';
import { Solver } from '/web/src/engine/solver.ts';

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
/** Between two looks at the clock. */
const GAMES_AT_ONCE = 500;

/** Plies of random games, from the deal to the score. */
function playouts(module, { players, options, seconds }) {
  const [state, given, scores, ranks] = [module.manifest.state, 512, 32, 32].map((n) => module.alloc(n));
  module.bytes(given, 512).set(new Uint8Array(BigInt64Array.from(options, BigInt).buffer));
  const record = module.bytes(state, module.manifest.state);
  const view = new DataView(module.memory.buffer, state);
  let [done, seed] = [0, 1n];
  const begin = performance.now();
  while (performance.now() - begin < 1000 * seconds) {
    for (let game = 0; game < GAMES_AT_ONCE; game++) {
      record.fill(0);
      module.call('setup', state, seed, players, given);
      module.call('playout', state, seed++);
      module.call('outcome', state, scores, ranks);
      done += view.getUint16(8, true);
    }
  }
  return done;
}

/** Iterations of searches of a few thousand each. */
function search(module, { view, iterations, seconds, nodes }) {
  const grown = new Search(module, nodes);
  let [done, seed] = [0, 1n];
  const begin = performance.now();
  while (performance.now() - begin < 1000 * seconds) {
    grown.setRoot(fromBase64(view), seed++);
    grown.run(iterations);
    done += iterations;
  }
  return done;
}

/** What a solver expects of a view, again and again with other chances. */
function solver(module, { view, effort, seconds }) {
  const one = new Solver(module, effort);
  let [done, seed] = [0, 1n];
  const begin = performance.now();
  while (performance.now() - begin < 1000 * seconds) {
    one.begin(fromBase64(view), seed++);
    while (!one.advance(512));
    done++;
  }
  return done;
}

const WORK = { playouts, search, solver };

/** One kind of work; `again` does more of it, in the module that has warmed up. */
export async function measure(bytes, what, how) {
  const module = await Module.load(bytes);
  globalThis.again = (given) => WORK[what](module, given);
  return again(how);
}
