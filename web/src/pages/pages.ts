/** The pages by name. Home and the table are part of the first script; each other page is a file of its own. */
import type { Component } from 'svelte';

import { NO_SERVER } from '../lib/api';
import { hasServer } from '../lib/site';
import type { Route } from '../lib/router.svelte';
import Home from './Home.svelte';
import NotFound from './NotFound.svelte';
import Table from './Table.svelte';

/** Most pages look at the rest of their address; some have none. */
export type PageComponent = Component<{ route: Route }> | Component;
type Page = () => PageComponent | Promise<PageComponent>;

const lazy =
  (load: () => Promise<{ default: PageComponent }>): Page =>
  async () =>
    (await load()).default;

/** A page that needs a server. */
const shared = (page: Page): Page => (hasServer ? page : () => Promise.reject(NO_SERVER));

export const PAGES: Record<string, Page> = {
  home: () => Home,
  table: () => Table,
  nowhere: () => NotFound,
  replay: lazy(() => import('./Replay.svelte')),
  daily: shared(lazy(() => import('./Daily.svelte'))),
  evening: shared(lazy(() => import('./ClubEvent.svelte'))),
  room: shared(lazy(() => import('./Room.svelte'))),
  learn: lazy(() => import('./Learn.svelte')),
  lesson: lazy(() => import('./Lesson.svelte')),
  rules: lazy(() => import('./Rules.svelte')),
  me: shared(lazy(() => import('./Profile.svelte'))),
  leaders: shared(lazy(() => import('./Leaderboard.svelte'))),
  puzzles: lazy(() => import('./Puzzles.svelte')),
  mail: shared(lazy(() => import('./MailLink.svelte'))),
  about: lazy(() => import('./About.svelte')),
};
