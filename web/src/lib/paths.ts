/** Addresses of tables: whoever was let in by an invitation needs it wherever they go from there. */

/** The invitation as a part of a query; empty where none is needed. */
export const inviteOf = (invite: string | null): string =>
  invite === null ? '' : `invite=${encodeURIComponent(invite)}`;

/** A path and the parts of its query that say something. */
export function withQuery(path: string, ...parts: string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query ? `${path}?${query}` : path;
}

/** The page of a table, for everybody who gets this link. */
export const tablePath = (table: string, invite: string | null): string =>
  withQuery(`/t/${table}`, inviteOf(invite));
