import { mount } from 'svelte';

import 'virtual:colours.css';
import './styles/fonts.css';
import './styles/theme.css';
import './styles/base.css';
import App from './App.svelte';
import { identity } from './lib/identity.svelte';
import { preferredLanguage, words } from './lib/language.svelte';
import { followLinks } from './lib/router.svelte';

followLinks();
// Fonts, words and the reader's name are fetched at the same time.
for (const font of ['Source Sans 3 Variable', 'Source Serif 4 Variable'])
  document.fonts?.load(`1em "${font}"`).catch(() => undefined);
identity.look().catch(() => undefined);
void words
  .use(preferredLanguage(navigator.languages))
  .then(() => mount(App, { target: document.getElementById('app')! }));

/** Work that can wait until the first page is shown. */
const CALM_MS = 3000;
if (import.meta.env.PROD && navigator.serviceWorker)
  setTimeout(
    () =>
      void import('./lib/service-worker')
        .then(({ registerServiceWorker }) => registerServiceWorker())
        .catch(() => undefined),
    CALM_MS,
  );
