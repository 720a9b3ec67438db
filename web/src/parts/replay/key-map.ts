/** Keys that move through a game, unless the focused element uses them. */

export type Act = 'back' | 'on' | 'first' | 'last' | 'play';

const KEYS: Record<string, Act> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  Home: 'first',
  End: 'last',
  ' ': 'play',
};

export function keyOf(event: KeyboardEvent): Act | null {
  const act = KEYS[event.key];
  if (!act || event.defaultPrevented) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const target = event.target as Partial<Element> | null;
  if (target?.closest?.(act === 'play' ? PRESSED : TYPED)) return null;
  return act;
}

/** Elements that use arrow keys: fields, sliders, choices, dialogs. */
const TYPED = 'input, textarea, select, dialog, [contenteditable]';
/** Elements that the space bar presses. */
const PRESSED = `${TYPED}, button, a, summary, [role="button"]`;
