/**
 * Paths and addresses of pages. A path such as `/learn` is what the page knows a page by. With a server it is
 * its address, too. A site of plain files has one page, and the path stands in its query: `./?/learn`.
 */
import { base, hasServer } from './site';

/** The address of a path, for links. */
export function at(path: string): string {
  if (hasServer) return path;
  return path === '/' ? base : `${base}?${path}`;
}

/** The address of a path as it is copied and sent. */
export const linkTo = (path: string): string => new URL(at(path), location.href).href;

type Address = Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;

/** The path of an address; null where it is none of the page's. */
export function pathAt({ origin, pathname, search, hash }: Address): string | null {
  if (origin !== location.origin) return null;
  if (!hasServer) return isHome(pathname) ? (search.slice(1) || '/') + hash : null;
  return pathname.startsWith('/api/') ? null : pathname + search + hash;
}

const isHome = (pathname: string): boolean =>
  pathname.replace(/[^/]*$/, '') === new URL(base, location.origin).pathname;

// --- Tables: a reader who was let in by an invitation needs it on all pages of the table ---

/** The invitation as a part of a query; empty where none is needed. */
export const inviteOf = (invite: string | null): string =>
  invite === null ? '' : `invite=${encodeURIComponent(invite)}`;

/** A path and the parts of its query that say something. */
export function withQuery(path: string, ...parts: string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query ? `${path}?${query}` : path;
}

/** Return the path of a table, for all who get this link, or for the screen in its middle. */
export const tablePath = (table: string, invite: string | null, isMiddle = false): string =>
  withQuery(`/t/${table}`, isMiddle ? 'middle' : '', inviteOf(invite));
