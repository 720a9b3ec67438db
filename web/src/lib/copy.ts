/** Copying a text, also over plain http, where browsers have no clipboard to offer. */
import { notices } from './notices.svelte';

/** Whether it could be copied. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Copy, and say so; where nothing helps the text itself is shown, to be copied by hand. */
export async function copyAndTell(text: string, done: string): Promise<void> {
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
