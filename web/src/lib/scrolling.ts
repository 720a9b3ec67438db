/** Scrolling inside a panel, without moving the page. */

/** Scroll the nearest scrolling parent just so far that an element is in sight. */
export function keepInSight(element: HTMLElement): void {
  const panel = scrollerOf(element);
  if (!panel) return;
  const inside = panel.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  if (top < inside.top) panel.scrollTop -= inside.top - top;
  else if (bottom > inside.bottom) panel.scrollTop += bottom - inside.bottom;
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return null;
}
