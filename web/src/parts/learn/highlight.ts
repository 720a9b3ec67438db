/** Things on a board that a lesson points at: `slot 3`, `tile 14`, `cell d4`, `goal 0`, `piece I` ... */

/** Boards mark them with `data-slot="3"` and the like. */
export function selectorOf(spot: string): string {
  const [kind, name] = spot.split(' ');
  return `[data-${kind}="${name}"]`;
}

/** Light them up; returns how to put the light out. */
export function light(root: Element, spots: readonly string[]): () => void {
  const found = spots.flatMap((spot) => [...root.querySelectorAll(selectorOf(spot))]);
  found.forEach((element) => element.setAttribute('data-lit', ''));
  return () => found.forEach((element) => element.removeAttribute('data-lit'));
}
