import { describe, expect, it } from 'vitest';

import { findFreeSpot } from '../../src/lib/popover-position';

const rect = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const room = rect(0, 0, 800, 600);
const box = rect(300, 200, 80, 80);

describe('popover position', () => {
  it('is on the right, aligned with the top, if that is free', () => {
    expect(findFreeSpot({ box, keep: [], room }, 200, 60)).toMatchObject({ x: 392 });
  });

  it('avoids reserved areas and the box itself', () => {
    const keep = [rect(380, 120, 160, 240), rect(220, 200, 80, 80)];
    const { x, y } = findFreeSpot({ box, keep, room }, 200, 60)!;
    const spot = rect(x, y, 200, 60);
    for (const kept of [box, ...keep]) {
      const isApart =
        spot.right <= kept.left ||
        spot.left >= kept.right ||
        spot.bottom <= kept.top ||
        spot.top >= kept.bottom;
      expect(isApart).toBe(true);
    }
  });

  it('stays within the bounds', () => {
    const corner = rect(720, 520, 80, 80);
    const { x, y } = findFreeSpot({ box: corner, keep: [], room }, 200, 60)!;
    expect([x + 200 <= 800, y + 60 <= 600]).toEqual([true, true]);
  });

  it('is null if there is no room', () => {
    expect(findFreeSpot({ box, keep: [room], room }, 200, 60)).toBeNull();
    expect(findFreeSpot({ box, keep: [], room }, 900, 60)).toBeNull();
  });
});
