/** What a first board does not need: one file, fetched when any of it is first wanted. */
export { play } from './lib/audio';
export { keepPage } from './lib/offline';
export { mayTell, watchTurns } from './lib/turns';
export { encodeQr, qrPath } from './lib/qr';
export { default as About } from './pages/About.svelte';
export { default as Daily } from './pages/Daily.svelte';
export { default as Evening } from './pages/Evening.svelte';
export { default as Leaders } from './pages/Leaders.svelte';
export { default as Learn } from './pages/Learn.svelte';
export { default as Lesson } from './pages/Lesson.svelte';
export { default as Mail } from './pages/Mail.svelte';
export { default as Me } from './pages/Me.svelte';
export { default as Puzzles } from './pages/Puzzles.svelte';
export { default as Replay } from './pages/Replay.svelte';
export { default as Rules } from './pages/Rules.svelte';
export { default as Letters } from './parts/Letters.svelte';
export { default as Leaving } from './parts/Leaving.svelte';
