/**
 * The page for times without a network: a service worker keeps it, see `public/sw.js`. Where a browser has
 * none, as over plain http, or does not want one, or has no room left, the page is as it was.
 */
import { base } from './site';
import { notices } from './notices.svelte';
import { savesData } from './dom';

const HOUR = 3_600_000;

/** Have the page kept, and say so when a newer version of it is. */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ build?: string }>) => {
    notices.isOld = data.build !== document.documentElement.dataset.build;
  });
  try {
    const registration = await serviceWorker.register(new URL('sw.js', base));
    lookForNew(registration);
    if (!savesData()) (await serviceWorker.ready).active?.postMessage('engines');
  } catch {
    // Without a service worker only offline use is lost.
  }
}

/** A page that stays open for days checks at this interval. */
function lookForNew(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < HOUR) return;
    last = Date.now();
    registration.update().catch(() => undefined);
  });
}
