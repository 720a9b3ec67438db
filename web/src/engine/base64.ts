/** States as text, for JSON: their bytes in base64, as the server packs them. */
import type { Game, State } from './game.ts';
import { Refusal } from './errors.ts';

export const packState = (state: State): string => btoa(String.fromCharCode(...state));

/** Unpack a state; one of another version is refused. */
export function unpackState({ module, name }: Game, packed: string): State {
  const state = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const { state: size } = module.manifest;
  if (state.length !== size)
    throw new Refusal('invalid_text', `${name}: expected ${size} bytes; found ${state.length}`);
  return state;
}
