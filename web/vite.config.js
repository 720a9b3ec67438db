import process from 'node:process';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { words } from './words.js';

// The server is the only one that answers under /api; `npm run dev` passes it on.
const SERVER = process.env.TILEWRIGHT_SERVER ?? 'http://127.0.0.1:8000';

// Svelte leaves out what continues a page that a server has drawn where it can see that nobody does
// so: nobody does here, and it is 2 kB.
const drawnHere = {
    name: 'drawn-here',
    transform(code, id) {
        if (!id.includes('client/dom/hydration.js')) return;
        return code
            .replace('export let hydrating = false', 'export const hydrating = false')
            .replace('hydrating = value;', '');
    },
};

export default defineConfig({
    plugins: [
        words(),
        drawnHere,
        svelte({
            compilerOptions: {
                cssHash: ({ hash, filename }) => `t${hash(filename).slice(0, 4)}`,
                discloseVersion: false,
            },
        }),
    ],
    define: { __VERSION__: JSON.stringify(process.env.TILEWRIGHT_VERSION ?? 'dev') },
    build: {
        outDir: '../src/tilewright/page',
        emptyOutDir: true,
        // Everything is a file of its own: the page's security policy allows no inline anything.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: 'es2022',
    },
    // What plays without a server is a script of its own, which only a local table fetches.
    worker: { format: 'es' },
    server: { proxy: { '/api': { target: SERVER, ws: true } } },
    test: { include: ['tests/**/*.test.ts'] },
});
