import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

declare const process: { env: Record<string, string | undefined> };

// The server is the only one that answers under /api; `npm run dev` passes it on.
const SERVER = process.env.TILEWRIGHT_SERVER ?? 'http://127.0.0.1:8000';

// Files for playing, for studying and for what is seldom wanted: seventy small ones are a fifth
// larger when packed.
const CHUNKS = [
  {
    name: 'rare',
    test: /src.(lib.qr|parts.Leaving)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'study',
    test: /src.(parts.(replay|learn.(?!Rule))|pages.(Replay|Learn|Lesson|Rules)|games.[^/]+.rules)/,
    includeDependenciesRecursively: false,
  },
  { name: 'play', test: /./ },
];

export default defineConfig({
  plugins: [
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
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
});
