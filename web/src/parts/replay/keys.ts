/** Keys that move through a game, unless they mean something where the focus is. */

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

/** Where arrows are for something else: fields, sliders, choices, and whatever lies above the page. */
const TYPED = 'input, textarea, select, dialog, [contenteditable]';
/** And where the space bar presses what has the focus. */
const PRESSED = `${TYPED}, button, a, summary, [role="button"]`;
