/** The address of the site, and whether it has a server. */

const isBuilt = !import.meta.env.DEV && !import.meta.env.TEST;

/** The folder of the page, below which all its addresses are; its scripts lie in a folder there. */
export const base: string = isBuilt ? new URL(/* @vite-ignore */ '..', import.meta.url).href : '/';

/** The page of a site of plain files says in its first element that there is no server. */
export const hasServer: boolean =
  typeof document === 'undefined' || document.documentElement?.dataset.server !== 'none';
