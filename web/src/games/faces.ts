/** The games of the page, by name: a fourth one is a folder and a line here. */
import type { GameName } from '../lib/wire';
import type { GameFace } from './board';
import { myShelfie } from './my-shelfie/face';
import { novaLuna, novaLunaSolo } from './nova-luna/face';
import { polyssimo } from './polyssimo/face';

export const FACES: Record<GameName, GameFace> = {
  'nova-luna': novaLuna,
  'nova-luna-solo': novaLunaSolo,
  'my-shelfie': myShelfie,
  polyssimo,
};
