/** Numbers that nobody can foresee. */

const word = new BigUint64Array(1);

/** 64 random bits. */
export const drawWord = (): bigint => crypto.getRandomValues(word)[0]!;

/** From 0 up to, not including, 1. */
export const draw = (): number => Number(drawWord() >> 11n) / 2 ** 53;

/** An error of judgement: how far off the best of many guesses is, as a rule. */
export const drawGumbel = (): number => -Math.log(-Math.log(1 - draw()));

/** A name that nobody else has: 72 bits, in letters an address may have. */
export function drawName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
