/**
 * For those who work on a board: draws a stored position without a server.
 * `npm run dev`, then /workshop.html?fixture=NAME&language=de&theme=light
 */
import { mount } from 'svelte';

import 'virtual:colours.css';
import './styles/fonts.css';
import './styles/theme.css';
import './styles/base.css';
import { loadGameUi } from './games/registry';
import { preferredLanguage, words } from './lib/language.svelte';
import type { Box, Effect, Played, Scene } from './lib/wire';
import Workshop from './Workshop.svelte';

/** A position, written by `scripts/fixtures`. */
export interface Fixture {
  box: Box;
  scene: Scene;
  viewer: number | null;
  moves: string[] | null;
  effects: Effect[];
  last: Played | null;
}

const FIXTURES = import.meta.glob<Fixture>('../tests/fixtures/*.json', { import: 'default' });

const query = new URLSearchParams(location.search);
const name = query.get('fixture');
const load = FIXTURES[`../tests/fixtures/${name}.json`];
if (!load) throw new Error(`no fixture ${name}: there are ${Object.keys(FIXTURES).join(', ')}`);
const fixture = await load();
const face = await loadGameUi(fixture.scene.game);
await words.use(preferredLanguage([query.get('language') ?? 'en']));
document.documentElement.dataset.theme = query.get('theme') ?? (face.isNight ? 'dark' : 'light');
mount(Workshop, { target: document.getElementById('app')!, props: { fixture, face } });
