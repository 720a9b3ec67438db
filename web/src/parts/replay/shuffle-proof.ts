/**
 * Check a shuffle in the browser itself, without trust in the server:
 *
 *     commitment = SHA-256(secret)                         shown before the game
 *     seed       = HMAC-SHA-256(secret, "deal", salts)     its first eight bytes deal the game
 */
import type { TableInfo } from '../../lib/wire';

/** The revealed parts of a deal. Bytes are hexadecimal digits. */
export interface Proof {
  commitment: string;
  secret: string;
  /** The salt of each seat; empty if it added none. */
  salts: string[];
  seed: string;
}

export function proofOfTable({ commitment, shuffle }: TableInfo): Proof | null {
  return shuffle ? { commitment, ...shuffle } : null;
}

/** Return the shuffle of a record, or null. */
export function proofOfRecord(text: string): Proof | null {
  const commitment = /^ +commitment ([0-9a-f]{64})\s*$/m.exec(text)?.[1];
  const secret = /^ +secret ([0-9a-f]{64})\s*$/m.exec(text)?.[1];
  const salts = /^ +salts ([-0-9a-f ]+?)\s*$/m.exec(text)?.[1];
  const seed = /^seed: (\d+)\s*$/m.exec(text)?.[1];
  if (!commitment || !secret || !salts || !seed) return null;
  return { commitment, secret, salts: salts.split(' ').map(saltOf), seed };
}

const saltOf = (word: string): string => (word === '-' ? '' : word);

/** Browsers compute hashes only over https or on localhost. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function sha256Hex(secret: string): Promise<string> {
  return digits(await crypto.subtle.digest('SHA-256', bytes(secret)));
}

/** Return the seed that follows from the secret and the salts. */
export async function deriveSeed({ secret, salts }: Proof): Promise<string> {
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), how, false, ['sign']);
  const parts = [new TextEncoder().encode('deal'), ...salts.map(bytes)];
  const signed = await crypto.subtle.sign('HMAC', key, joined(parts));
  return new DataView(signed).getBigUint64(0).toString();
}

/** Encode parts with their lengths, so that no two lists have equal bytes. */
function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + 4 + length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return whole;
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

const digits = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
