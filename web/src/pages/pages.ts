/** The pages by name; those that play are there at once. */
import type { Component } from 'svelte';

import { NO_SERVER } from '../lib/api';
import { hasServer } from '../lib/base';
import type { Route } from '../lib/router.svelte';
import Home from './Home.svelte';
import Nowhere from './Nowhere.svelte';
import Table from './Table.svelte';

/** Most pages look at the rest of their address; some have none. */
export type PageComponent = Component<{ route: Route }> | Component;
type Page = () => PageComponent | Promise<PageComponent>;

const later = () => import('../later');

/** A page about what others do, too. */
const shared = (page: Page): Page => (hasServer ? page : () => Promise.reject(NO_SERVER));

export const PAGES: Record<string, Page> = {
  home: () => Home,
  table: () => Table,
  nowhere: () => Nowhere,
  replay: async () => (await later()).Replay,
  daily: shared(async () => (await later()).Daily),
  evening: shared(async () => (await later()).Evening),
  learn: async () => (await later()).Learn,
  lesson: async () => (await later()).Lesson,
  rules: async () => (await later()).Rules,
  me: shared(async () => (await later()).Me),
  leaders: shared(async () => (await later()).Leaders),
  puzzles: async () => (await later()).Puzzles,
  mail: shared(async () => (await later()).Mail),
  about: async () => (await later()).About,
};
