import { mount } from 'svelte';

import './styles/fonts.css';
import './styles/theme.css';
import './styles/base.css';
import App from './App.svelte';
import { identity } from './lib/identity.svelte';
import { preferredLanguage, words } from './lib/language.svelte';
import { later } from './lib/later';
import { followLinks } from './lib/router.svelte';

followLinks();
// Who we are is asked for while the words come.
identity.look().catch(() => undefined);
void words
  .use(preferredLanguage(navigator.languages))
  .then(() => mount(App, { target: document.getElementById('app')! }));

/** What a first visit need not wait for, begun when it has been shown. */
const CALM_MS = 3000;
if (import.meta.env.PROD && navigator.serviceWorker)
  setTimeout(
    () =>
      void later()
        .then(({ keepPage }) => keepPage())
        .catch(() => undefined),
    CALM_MS,
  );
