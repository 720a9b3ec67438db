/** Reviews that this browser keeps, in a database of their own: they can always be made again. */
import { transactionDone, requestDone } from '../../engine/database';
import type { Finding } from '../../engine/review';

const NAME = 'tilewright-reviews';
const MAX_KEPT = 50;

interface Kept {
  id: string;
  /** Version of the page: another engine may find something else. */
  version: string;
  at: number;
  findings: Finding[];
}

async function open(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('reviews', { keyPath: 'id' });
  return (await requestDone(asked)).transaction('reviews', mode);
}

/** Return the findings of a game, or null. */
export async function findReview(id: string): Promise<Finding[] | null> {
  try {
    const store = (await open('readonly')).objectStore('reviews');
    const kept = await requestDone(store.get(id) as IDBRequest<Kept | undefined>);
    return kept?.version === __VERSION__ && __VERSION__ !== 'dev' ? kept.findings : null;
  } catch {
    return null; // storage is blocked
  }
}

/** Keep the findings of a game, and forget the oldest of too many. */
export async function keepReview(id: string, findings: Finding[]): Promise<void> {
  try {
    const work = await open('readwrite');
    const store = work.objectStore('reviews');
    store.put({ id, version: __VERSION__, at: Date.now(), findings } satisfies Kept);
    const all = await requestDone(store.getAll() as IDBRequest<Kept[]>);
    const old = all.sort((a, b) => b.at - a.at).slice(MAX_KEPT);
    old.forEach((one) => store.delete(one.id));
    await transactionDone(work);
  } catch {
    // It is made again next time.
  }
}
