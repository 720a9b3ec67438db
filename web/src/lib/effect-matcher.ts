/**
 * Match the effect of a move with the pattern of a lesson step, which has only the fields that matter.
 *
 *     { "covers": 2 }                       a number meets a list of that length
 *     { "gains": { "groups": 6 } }          fields within fields
 *     { "covers": { "least": 1 } }          at least, at most (`most`)
 *     { "piece": { "among": ["F", "I"] } }  one of these
 *
 * The tests of the lessons read them in the same way, on the rules' own effects.
 */
export type EffectPattern =
  string | number | boolean | null | EffectPattern[] | { [field: string]: EffectPattern };

export function matchesEffect(wanted: EffectPattern, found: unknown): boolean {
  if (Array.isArray(wanted)) return Array.isArray(found) && matchesEffects(wanted, found);
  if (typeof wanted !== 'object' || wanted === null) return wanted === measure(found, wanted);
  if (Array.isArray(wanted.among)) return wanted.among.some((one) => matchesEffect(one, found));
  if ('least' in wanted || 'most' in wanted) return isWithin(wanted, measure(found, 0));
  return (
    isRecord(found) &&
    Object.entries(wanted).every(([field, one]) => matchesEffect(one, found[field]))
  );
}

const matchesEffects = (wanted: EffectPattern[], found: unknown[]): boolean =>
  wanted.length === found.length && wanted.every((one, index) => matchesEffect(one, found[index]));

/** A number matches the length of a list. */
const measure = (found: unknown, wanted: unknown): unknown =>
  typeof wanted === 'number' && Array.isArray(found) ? found.length : found;

function isWithin({ least, most }: { [field: string]: EffectPattern }, found: unknown): boolean {
  if (typeof found !== 'number') return false;
  return found >= Number(least ?? -Infinity) && found <= Number(most ?? Infinity);
}

const isRecord = (found: unknown): found is Record<string, unknown> =>
  typeof found === 'object' && found !== null && !Array.isArray(found);
