/** The checks of a game: each is a sentence that holds, fails, or cannot be checked. */
import { post } from '../../lib/api';
import { t } from '../../lib/language.svelte';
import type { VerifyResponse } from '../../lib/wire';
import { canHash, sha256Hex, deriveSeed, type Proof } from './shuffle-proof';

export interface Check {
  /** null: could not be checked here. */
  holds: boolean | null;
  text: string;
}

export async function checkProof(proof: Proof, noted: string): Promise<Check[]> {
  const own = canHash() ? await checkHere(proof) : [said('unable', null)];
  const wanted = noted.trim().toLowerCase();
  return wanted ? [...own, said('noted', wanted === proof.commitment)] : own;
}

async function checkHere(proof: Proof): Promise<Check[]> {
  const [found, seed] = await Promise.all([sha256Hex(proof.secret), deriveSeed(proof)]);
  return [said('fingerprint', found === proof.commitment), said('seed', seed === proof.seed)];
}

/** Ask the server to play the whole record again. */
export async function checkGame(
  record: string,
  proof: Proof | null,
): Promise<[Check, VerifyResponse]> {
  const verdict = await post<VerifyResponse>('/verify', {
    record,
    commitment: proof?.commitment ?? null,
  });
  return [said('game', verdict.holds), verdict];
}

/** `replay-check-seed-yes`, `replay-check-seed-no`, `replay-check-unable-unknown`. */
function said(what: string, holds: boolean | null): Check {
  const answer = holds === null ? 'unknown' : holds ? 'yes' : 'no';
  return { holds, text: t(`replay-check-${what}-${answer}`) };
}
