/** Short messages at the top of the page: what could not be done, and why. */
import { announce } from './announce.svelte';
import { identity } from './identity.svelte';
import { codeOf, errorText } from './error-text';

interface Notice {
  id: number;
  text: string;
}

const SHOWN_MS = 8000;

class Notices {
  list = $state<Notice[]>([]);
  /** True if there is a newer version of this page. */
  isOld = $state(false);
  #next = 0;

  show(text: string): void {
    const notice = { id: this.#next++, text };
    this.list = [...this.list.filter((other) => other.text !== text), notice].slice(-3);
    announce(text);
    setTimeout(() => this.drop(notice.id), SHOWN_MS);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();

/** Await some work; show an error at the top of the page. */
export async function withNotice<T>(work: Promise<T> | (() => Promise<T>)): Promise<T | undefined> {
  try {
    return await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (codeOf(error) === 'not_signed_in') identity.end();
    else notices.show(errorText(error));
    return undefined;
  }
}
