/** The pages by name; those that play are there at once. */
import type { Component } from 'svelte';

import type { Route } from '../lib/router.svelte';
import Home from './Home.svelte';
import Nowhere from './Nowhere.svelte';
import Table from './Table.svelte';

/** Most pages look at the rest of their address; some have none. */
export type PageComponent = Component<{ route: Route }> | Component;
type Page = () => PageComponent | Promise<PageComponent>;

const later = () => import('../later');

export const PAGES: Record<string, Page> = {
  home: () => Home,
  table: () => Table,
  nowhere: () => Nowhere,
  replay: async () => (await later()).Replay,
  daily: async () => (await later()).Daily,
  learn: async () => (await later()).Learn,
  lesson: async () => (await later()).Lesson,
  rules: async () => (await later()).Rules,
  me: async () => (await later()).Me,
  leaders: async () => (await later()).Leaders,
  about: async () => (await later()).About,
};
