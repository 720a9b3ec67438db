import { globSync } from 'node:fs';
import process from 'node:process';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { gather } from './gather.js';
import { inline } from './inline.js';
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

// The class by which a component's styles find it: its number, shorter than any hash.
const COMPONENTS = globSync('src/**/*.svelte', { cwd: import.meta.dirname }).sort();
const numberOf = (filename) => COMPONENTS.findIndex((path) => filename.endsWith(path));

// There is one file of styles, so nothing needs to be fetched before a script that is fetched late.
const nothingAhead = {
    name: 'nothing-ahead',
    enforce: 'pre',
    load(id) {
        if (id.includes('vite/preload-helper'))
            return 'export const __vitePreload = (load) => load();';
    },
};

export default defineConfig({
    plugins: [
        words(),
        drawnHere,
        nothingAhead,
        inline,
        gather,
        svelte({
            compilerOptions: {
                runes: true,
                cssHash: ({ filename }) => `t${numberOf(filename).toString(36)}`,
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
        modulePreload: false,
        cssCodeSplit: false,
        target: 'es2022',
        rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 3 } } },
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
    server: { proxy: { '/api': { target: SERVER, ws: true } } },
    // Threads start in three quarters of the processor time that processes take.
    test: { include: ['tests/**/*.test.ts'], pool: 'threads' },
});
