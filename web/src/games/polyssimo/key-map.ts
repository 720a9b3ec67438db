/** Commands of keys over the board. */
import { ARROW_DIRECTIONS } from '../../lib/roving-focus';

export type Command =
  | { kind: 'turn'; quarters: number }
  | { kind: 'flip' | 'back' | 'place' }
  | { kind: 'jump' | 'next'; step: 1 | -1 }
  | { kind: 'choose'; index: number }
  | { kind: 'step'; down: number; right: number };

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The command; arrows and Enter mean something else on a button than they do on the board. */
export function commandOf(event: Key, isOnBoard: boolean): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return commandAnywhere(event) ?? (isOnBoard ? commandOnBoard(event) : null);
}

/** By the place of the key where the letters are others, as on a Cyrillic keyboard. */
function commandAnywhere({ key, code, shiftKey }: Key): Command | null {
  const back = shiftKey ? -1 : 1;
  if (code === 'KeyR') return { kind: 'turn', quarters: back };
  if (code === 'KeyF') return { kind: 'flip' };
  if (code === 'KeyN') return { kind: 'jump', step: back };
  if (key === 'Escape') return { kind: 'back' };
  if (key === 'PageDown') return { kind: 'next', step: 1 };
  if (key === 'PageUp') return { kind: 'next', step: -1 };
  return /^[0-9]$/.test(key) ? { kind: 'choose', index: (Number(key) + 9) % 10 } : null;
}

function commandOnBoard({ key }: Key): Command | null {
  const way = ARROW_DIRECTIONS[key];
  if (way) return { kind: 'step', right: way[0], down: way[1] };
  return key === 'Enter' || key === ' ' ? { kind: 'place' } : null;
}
