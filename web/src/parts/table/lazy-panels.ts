/** Parts of a table that are fetched after its board: panels, the result, the final count. */
export const lazyPanels = {
  panel: () => import('./SidePanel.svelte'),
  over: () => import('./GameOverPanel.svelte'),
  ending: () => import('./FinalCount.svelte'),
};

/** Fetch them ahead, so that a game ends without a network, too; a file that fails is fetched when it is needed. */
export function prefetchPanels(): void {
  for (const load of Object.values(lazyPanels)) void load().catch(() => undefined);
}
