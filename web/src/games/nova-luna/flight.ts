/** A tile flies: a picture of it goes from one place of the page to another. */

export function fly(tile: Element, from: DOMRect, ms: number): void {
  const drawing = tile.querySelector('svg');
  const to = drawing?.getBoundingClientRect();
  if (!drawing || !to || ms === 0 || from.width === 0 || to.width === 0) return;
  const picture = pictureAt(drawing, from);
  const end = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`;
  picture
    .animate([{ transform: 'none' }, { transform: end }], { duration: ms, easing: 'ease-in-out' })
    .finished.finally(() => picture.remove());
  tile.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });
}

/** Drawn over the page, so that no frame cuts it off. */
function pictureAt(drawing: SVGElement, box: DOMRect): SVGElement {
  const picture = drawing.cloneNode(true) as SVGElement;
  Object.assign(picture.style, {
    position: 'fixed',
    zIndex: '50',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    transformOrigin: '0 0',
    pointerEvents: 'none',
  });
  picture.setAttribute('aria-hidden', 'true');
  document.body.append(picture);
  return picture;
}
