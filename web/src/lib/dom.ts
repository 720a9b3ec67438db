/** Small helpers around the browser: title, timers, frames, scrolling, the clipboard. */
import { notices } from './notices.svelte';

/** Set the title of the window: what it shows, and of which game. */
export const setTitle = (what: string, game = 'Tilewright'): void => {
  document.title = `${what} – ${game}`;
};

/** Later, and again and again; both answer with what calls it off. */
type Stop = () => void;

export function after(ms: number, does: () => void): Stop {
  const timer = setTimeout(does, ms);
  return () => clearTimeout(timer);
}

export function every(ms: number, does: () => void): Stop {
  const timer = setInterval(does, ms);
  return () => clearInterval(timer);
}

export class NextFrame {
  #isAsked = false;

  constructor(private readonly work: () => void) {}

  ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.work();
    });
  }
}

/** Scroll the nearest scrolling parent just so far that an element is in sight. */
export function scrollIntoPanel(element: HTMLElement): void {
  const panel = scrollerOf(element);
  if (!panel) return;
  const inside = panel.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  if (top < inside.top) panel.scrollTop -= inside.top - top;
  else if (bottom > inside.bottom) panel.scrollTop += bottom - inside.bottom;
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return null;
}

/** Copy a text; return true on success. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Copy a text and show a notice; if copying fails, show the text, to be copied by hand. */
export async function copyAndNotify(text: string, done: string): Promise<void> {
  notices.show((await copy(text)) ? done : text);
}

/** The old way: what is selected can be copied by command. */
function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  before?.focus();
  return isCopied;
}

/** Return true if the user's browser asks pages to load as little as they can. */
export const savesData = (): boolean =>
  !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

/** Return whether panels are sheets over the lower part of the table; the same as in `SidePanel`. */
export const isSheet = (): boolean =>
  matchMedia('(max-width: 899px), (max-width: 1099px) and (max-aspect-ratio: 5/4)').matches;
