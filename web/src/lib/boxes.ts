/** What is in the boxes: asked once. */
import { get } from './api';
import type { Box, GameName } from './wire';

const boxes = new Map<GameName, Promise<Box>>();

export function boxOf(game: GameName): Promise<Box> {
  let box = boxes.get(game);
  if (!box) {
    box = get<Box>(`/games/${game}/box`);
    box.catch(() => boxes.delete(game));
    boxes.set(game, box);
  }
  return box;
}
