/** Where the site lies: all its addresses are below this one. */

const isBuilt = !import.meta.env.DEV && !import.meta.env.TEST;

/** The folder of the page; its scripts lie in a folder there. */
export const base: string = isBuilt ? new URL(/* @vite-ignore */ '../', import.meta.url).href : '/';
