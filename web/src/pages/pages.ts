/** The pages by name; those that play are there at once. */
import type { Component } from 'svelte';

import { NO_SERVER } from '../lib/api';
import { hasServer } from '../lib/base';
import { later } from '../lib/later';
import type { Route } from '../lib/router.svelte';
import Home from './Home.svelte';
import Nowhere from './Nowhere.svelte';
import Table from './Table.svelte';

/** Most pages look at the rest of their address; some have none. */
export type PageComponent = Component<{ route: Route }> | Component;
type Page = () => PageComponent | Promise<PageComponent>;

/** A page by its name in what comes later. */
const late =
  (name: keyof Awaited<ReturnType<typeof later>>): Page =>
  async () =>
    (await later())[name] as PageComponent;

/** A page about what others do, too. */
const shared = (page: Page): Page => (hasServer ? page : () => Promise.reject(NO_SERVER));

export const PAGES: Record<string, Page> = {
  home: () => Home,
  table: () => Table,
  nowhere: () => Nowhere,
  replay: late('Replay'),
  daily: shared(late('Daily')),
  evening: shared(late('Evening')),
  learn: late('Learn'),
  lesson: late('Lesson'),
  rules: late('Rules'),
  me: shared(late('Me')),
  leaders: shared(late('Leaders')),
  puzzles: late('Puzzles'),
  mail: shared(late('Mail')),
  about: late('About'),
};
