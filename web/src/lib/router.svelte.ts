/** The router. Links are plain links; a click on a link of the site changes the page in place. */
import { at, pathAt } from './paths';

export interface Route {
  page: string;
  params: Record<string, string>;
  query: URLSearchParams;
}

/** Patterns of paths, most of them with a `:name` or two. */
const PATTERNS: [string, string][] = [
  ['/', 'home'],
  ['/t/:table', 'table'],
  ['/t/:table/replay', 'replay'],
  ['/r/:record', 'replay'],
  ['/daily', 'daily'],
  ['/daily/:date', 'daily'],
  ['/d/:deal', 'daily'],
  ['/e/:evening', 'evening'],
  ['/room/:room', 'room'],
  ['/learn', 'learn'],
  ['/learn/:game', 'lesson'],
  ['/rules/:game', 'rules'],
  ['/puzzles/:game', 'puzzles'],
  ['/me', 'me'],
  ['/people/:person', 'me'],
  ['/leaders/:game', 'leaders'],
  ['/about', 'about'],
  ['/mail', 'mail'],
];

export function match(path: string): Route {
  const url = new URL(path, 'http://page');
  for (const [pattern, page] of PATTERNS) {
    const params = fit(pattern, url.pathname);
    if (params) return { page, params, query: url.searchParams };
  }
  return { page: 'nowhere', params: {}, query: url.searchParams };
}

function fit(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const found = path.replace(/(?<=.)\/$/, '').split('/');
  if (wanted.length !== found.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decode(found[index]!);
    else if (part !== found[index]) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state.raw<Route>(match(typeof location === 'undefined' ? '/' : here()));

  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', at(path));
    this.follow();
    if (!replace) scrollTo(0, 0);
  }

  follow(): void {
    this.route = match(here());
  }
}

const here = (): string => pathAt(location) ?? '/';

export const router = new Router();
export const go = router.go.bind(router);

/** Let links of the site change the page without loading it again. */
export function followLinks(): void {
  addEventListener('popstate', () => router.follow());
  document.addEventListener('click', (event) => {
    const path = pathOfClick(event);
    if (path === null) return;
    event.preventDefault();
    router.go(path);
  });
}

function pathOfClick(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.hasAttribute('download')) return null;
  if (link.hash && link.pathname === location.pathname && link.search === location.search)
    return null;
  return pathAt(link);
}
