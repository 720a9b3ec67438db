/**
 * What was loaded once opens without a network, too: the page, all words, and the engines.
 *
 * Every build of the page has a cache of its own, filled as a whole or not at all. The page comes
 * from the network where there is one, so nobody is left with an old one; its files have names that
 * change with their contents, so no two versions mix. `web/build.py` fills in what stands in capitals.
 */
const BUILD = '__BUILD__';
const FILES = ['__FILES__'];

const { scope } = self.registration;
const FAMILY = `tilewright ${new URL(scope).pathname} `;
const PAGE = FAMILY + BUILD;
const ENGINES = `${FAMILY}engine`;
/** So many ms the network may take for the page before what is kept is shown. */
const PATIENCE = 3000;

const at = (name) => new URL(name, scope).href;

self.addEventListener('install', (event) => {
    self.skipWaiting();
    event.waitUntil(keepPage());
});
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => event.waitUntil(keepEngines().catch(() => undefined)));
self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(self.clients.openWindow(event.notification.data));
});
self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
    const name = request.url.slice(scope.length);
    if (name.startsWith('api/')) return;
    if (request.mode === 'navigate') event.respondWith(visit(request));
    else if (name.startsWith('engine/')) event.respondWith(engine(request.url));
    else if (FILES.includes(name) || name.startsWith('assets/')) event.respondWith(file(request));
});

// --- The page ---

async function keepPage() {
    const answer = await fetch(scope, { cache: 'no-cache' });
    const text = await answer.text();
    // While a server is being replaced, the one may answer for the other.
    if (!text.includes(BUILD)) throw new Error('the page is of another version');
    const cache = await caches.open(PAGE);
    try {
        await cache.addAll(FILES.map(at));
        await cache.put(scope, new Response(text, { headers: answer.headers }));
    } catch (error) {
        await caches.delete(PAGE);
        throw error;
    }
}

/** Windows that are open go on with the version before; all earlier ones are forgotten. */
async function takeOver() {
    const names = await caches.keys();
    const others = names.filter(
        (name) => name.startsWith(FAMILY) && ![PAGE, ENGINES].includes(name),
    );
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
    for (const client of await self.clients.matchAll()) client.postMessage({ build: BUILD });
}

const visit = async (request) => soon(request, await caches.match(scope, { cacheName: PAGE }));

/** The network's answer; what is kept where that fails, is late, or comes from a server in trouble. */
async function soon(request, kept) {
    if (!kept) return fetch(request);
    const late = new Promise((give) => setTimeout(give, PATIENCE, kept));
    const asked = fetch(request).then((answer) => (answer.status < 500 ? answer : kept));
    return Promise.race([asked.catch(() => kept), late]);
}

/** Of this version where it has one of that name; windows of the one before have theirs. */
const file = async (request) =>
    (await caches.match(request, { cacheName: PAGE })) ??
    (await caches.match(request)) ??
    fetch(request);

// --- Engines: named by their contents, so they outlive a version of the page ---

async function engine(url) {
    const cache = await caches.open(ENGINES);
    const kept = await cache.match(url);
    if (kept && !url.endsWith('.json')) return kept;
    const answer = await soon(url, kept);
    // The disk may be full.
    if (answer.ok && answer !== kept) await cache.put(url, answer.clone()).catch(() => undefined);
    return answer;
}

async function keepEngines() {
    const listed = await (await engine(at('engine/engines.json'))).json();
    const names = Object.values(listed.games).flatMap(({ module, weights }) => [module, weights]);
    const wanted = ['engines.json', ...names.filter(Boolean)].map((name) => at(`engine/${name}`));
    for (const url of wanted) await engine(url);
    const cache = await caches.open(ENGINES);
    const old = (await cache.keys()).filter(({ url }) => !wanted.includes(url));
    await Promise.all(old.map((request) => cache.delete(request)));
}
