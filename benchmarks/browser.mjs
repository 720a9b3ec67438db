// What a game's module does in a second, measured in the page that imports this.
import { Module } from '/web/src/engine/module.ts';
import { Search } from '/web/src/engine/search.ts';

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
/** Between two looks at the clock. */
const GAMES_AT_ONCE = 500;

/** Plies a second of random games, from the deal to the score. */
function playouts(module, { players, options, seconds }) {
  const [state, given, scores, ranks] = [module.manifest.state, 512, 32, 32].map((n) => module.lay(n));
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
  return (1000 * done) / (performance.now() - begin);
}

/** Iterations a second of searches of a few thousand each. */
function search(module, { view, iterations, seconds, nodes }) {
  const grown = new Search(module, nodes);
  let [done, seed] = [0, 1n];
  const begin = performance.now();
  while (performance.now() - begin < 1000 * seconds) {
    grown.plant(fromBase64(view), seed++);
    grown.grow(iterations);
    done += iterations;
  }
  return (1000 * done) / (performance.now() - begin);
}

const WORK = { playouts, search };

/** Figures of one kind of work: a short run to warm up, then one that counts. */
export async function measure(bytes, what, how) {
  const module = await Module.load(bytes);
  WORK[what](module, { ...how, seconds: how.seconds / 4 });
  return WORK[what](module, how);
}
