/** Items: the colour of each type, and its plain drawing, 100 wide, as the package's pictures have them. */
import { items } from '../../../../src/tilewright/games/my_shelfie/art.json';
import type { ItemType } from './types';

interface ItemArt {
  colour: string;
  /** The pen says how a path is drawn: filled, dark, as a line ... */
  glyph: { pen: string; d: string }[];
}

export const ITEMS: Record<ItemType, ItemArt> = items;
