/** The pages by name; each is fetched when it is first shown. */
import type { Component } from 'svelte';

import type { Route } from '../lib/router.svelte';

/** Most pages look at the rest of their address; some have none. */
export type PageComponent = Component<{ route: Route }> | Component;
type Page = () => Promise<{ default: PageComponent }>;

export const PAGES: Record<string, Page> = {
  home: () => import('./Home.svelte'),
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  daily: () => import('./Daily.svelte'),
  learn: () => import('./Learn.svelte'),
  lesson: () => import('./Lesson.svelte'),
  rules: () => import('./Rules.svelte'),
  about: () => import('./About.svelte'),
  nowhere: () => import('./Nowhere.svelte'),
};
