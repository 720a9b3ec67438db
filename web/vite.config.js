import process from 'node:process';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { colours } from './colours.js';
import { words } from './words.js';

// The server is the only one that answers under /api; `npm run dev` passes it on.
const SERVER = process.env.TILEWRIGHT_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
    plugins: [
        colours(),
        words(),
        svelte({ compilerOptions: { runes: true, discloseVersion: false } }),
    ],
    define: { __VERSION__: JSON.stringify(process.env.TILEWRIGHT_VERSION ?? 'dev') },
    build: {
        outDir: '../src/tilewright/page',
        emptyOutDir: true,
        // `web/build.py` reads in it which files a first visit fetches.
        manifest: true,
        // Everything is a file of its own: the page's security policy allows no inline anything.
        assetsInlineLimit: 0,
        modulePreload: false,
        target: 'es2022',
    },
    // What plays without a server is a script of its own, which only a local table fetches.
    worker: { format: 'es' },
    // Scripts and styles find each other wherever the site lies. The page itself is also at addresses
    // below its own, so it names them from the root; `tilewright site` has it otherwise.
    base: './',
    experimental: {
        renderBuiltUrl: (name, { hostType }) =>
            hostType === 'html' ? `/${name}` : { relative: true },
    },
    // Drawings that the Python package has, too, lie beside its modules: see colours.js.
    server: { fs: { allow: ['..'] }, proxy: { '/api': { target: SERVER, ws: true } } },
    // Threads start in three quarters of the processor time that processes take.
    // No test is decided by time: the limit ends a run that hangs. On a busy machine a test that compiles
    // a game's components took more than vitest's own 5 s.
    test: {
        include: ['tests/**/*.test.ts'],
        pool: 'threads',
        testTimeout: 300_000,
        hookTimeout: 300_000,
    },
});
