/** Random numbers, and seeds that follow from other numbers. */

const word = new BigUint64Array(1);

/** Return 64 random bits. */
export const randomUint64 = (): bigint => crypto.getRandomValues(word)[0]!;

/** Return the output of SplitMix64 for a state. */
export function mix(state: bigint): bigint {
  const cut = (number: bigint) => BigInt.asUintN(64, number);
  let word = cut(state);
  word = cut((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n);
  word = cut((word ^ (word >> 27n)) * 0x94d049bb133111ebn);
  return word ^ (word >> 31n);
}

/** Return a number from 0 up to, not including, 1. */
export const random = (): number => Number(randomUint64() >> 11n) / 2 ** 53;

/** Return a number of the Gumbel distribution: the error of the best of many guesses. */
export const randomGumbel = (): number => -Math.log(-Math.log(1 - random()));

/** Return a unique name: 72 bits, in letters an address may have. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
