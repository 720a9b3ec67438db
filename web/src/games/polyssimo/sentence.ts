/** The sentence under the board: what the move in hand would do, or what is missing. */
import { t } from '../../lib/language.svelte';
import type { Seat } from '../../lib/wire';
import { EMPTY_HAND, type Hand, type SeatLook } from '../board';
import type { Holding } from './holding.svelte';
import { listSizes, nameObstacle, namePiece } from './phrases';
import type { PieceName, PlaceEffect, PolyssimoScene } from './types';

/** A larger free region is open board, no hole. */
const LARGEST_HOLE = 20;

const join = (parts: string[]): string => parts.filter(Boolean).join(' · ');

// --- The draft ---

export function handOfDraft(
  scene: PolyssimoScene,
  piece: PieceName | null,
  seats: SeatLook[],
): Hand {
  const rule = isHandicapped(scene) ? 'PC-7' : 'PC-2';
  const action = t('pc-take');
  if (piece === null) return { move: null, sentence: askForPiece(scene), action, rule };
  return { move: piece, sentence: tellDraft(scene, piece, seats), action, rule };
}

const isHandicapped = (scene: PolyssimoScene): boolean => scene.seats[scene.mover]!.must > 0;

function askForPiece(scene: PolyssimoScene): string {
  const { must, hexominoes } = scene.seats[scene.mover]!;
  const missing = Math.max(0, must - hexominoes);
  return join([t('pc-choose-draft'), missing > 0 ? t('pc-must', { count: missing }) : '']);
}

function tellDraft(scene: PolyssimoScene, piece: PieceName, seats: SeatLook[]): string {
  const count = scene.seats[scene.mover]!.pieces.length + 1;
  const next = scene.turns[1];
  return join([
    t('pc-draft-here', { piece: namePiece(piece) }),
    t('pc-draft-count', { count }),
    next === undefined ? '' : tellNext(next, scene, seats),
  ]);
}

function tellNext(next: Seat, scene: PolyssimoScene, seats: SeatLook[]): string {
  const { name, isMe } = seats[next]!;
  if (scene.pool.length > 1) return isMe ? t('pc-you-pick-next') : t('pc-picks-next', { name });
  return isMe ? t('pc-you-place-first') : t('pc-places-first', { name });
}

// --- The placing ---

export function handOfPlace(
  holding: Holding,
  places: number,
  effect: PlaceEffect | null,
  seats: SeatLook[],
): Hand {
  const { piece, move } = holding;
  const hand = { ...EMPTY_HAND, action: t('pc-place'), rule: 'PC-3' };
  if (piece === null) return { ...hand, sentence: t('pc-choose-piece') };
  const sentence = sentenceOf(holding, piece, places, effect, seats);
  return { ...hand, move, sentence };
}

function sentenceOf(
  { move, obstacle }: Holding,
  piece: PieceName,
  count: number,
  effect: PlaceEffect | null,
  seats: SeatLook[],
): string {
  if (move) return effect?.move === move ? tellPlacement(effect, seats) : t('pc-fits');
  if (obstacle) return nameObstacle(obstacle);
  return t('pc-choose-place', { piece: namePiece(piece), count });
}

export function tellPlacement(effect: PlaceEffect, seats: SeatLook[]): string {
  const holes = effect.holes.filter((size) => size <= LARGEST_HOLE);
  return join([
    `${t('pc-fits')} ${tellHoles(holes)}`,
    ...seats.filter(({ seat }) => seat !== effect.seat).map((look) => tellLoss(effect, look)),
    tellOwn(effect),
    effect.ends ? t('pc-ends') : '',
  ]);
}

function tellHoles(holes: number[]): string {
  if (holes.length === 0) return t('pc-no-holes');
  return t('pc-holes', { count: holes.length, sizes: listSizes(holes) });
}

function tellLoss(effect: PlaceEffect, { seat, name }: SeatLook): string {
  const { before, after } = effect.places[seat]!;
  if (before === after) return '';
  if (after === 0) return t('pc-loses-all', { name, places: before });
  return t('pc-loses', { name, lost: before - after, places: before });
}

function tellOwn(effect: PlaceEffect): string {
  const isStuck = effect.left > 0 && effect.places[effect.seat]!.after === 0 && !effect.ends;
  return join([t('pc-squares-after', { count: effect.left }), isStuck ? t('pc-stuck') : '']);
}
