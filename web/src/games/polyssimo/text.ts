/** Polyssimo Challenge in words: pieces, what the move in hand would do, what was played. */
import { byPlace } from '../../lib/game-result';
import { t } from '../../lib/language.svelte';
import { locale } from '../../lib/numbers';
import type { Effect, Played, Scene, Seat } from '../../lib/wire';
import {
  NO_MOVE,
  type PendingMove,
  type Reason,
  type SeatView,
  type Situation,
  type Standing,
} from '../board';
import { isHexomino, type Obstacle } from './geometry';
import { cellName } from './moves';
import type { Turn } from './turn.svelte';
import type { Cell, PieceName, PlaceEffect, PolyssimoEffect, PolyssimoScene } from './types';

/** A larger free region is open board, no hole. */
const LARGEST_HOLE = 20;

const join = (parts: string[]): string => parts.filter(Boolean).join(' · ');

// --- Pieces, holes and numbers ---

/** By its look, such as "the staircase"; its letter or number is notation. */
export const namePiece = (name: PieceName): string => t(`pc-name-${name}`);

/** Such as "1, 3 and 5". */
export const listWords = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts);

/** Such as "3 and 5", and "4×1, 2 and 5" where there are several of a size. */
export function listSizes(sizes: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return listWords(
    [...counts].map(([size, count]) => (count > 1 ? `${count}×${size}` : `${size}`)),
  );
}

/** From its first row and column to its last, such as "c3–e5". */
export function nameArea(cells: readonly Cell[]): string {
  const rows = cells.map(([row]) => row);
  const columns = cells.map(([, column]) => column);
  const first: Cell = [Math.min(...rows), Math.min(...columns)];
  const last: Cell = [Math.max(...rows), Math.max(...columns)];
  return `${cellName(first)}–${cellName(last)}`;
}

/** Return why a piece cannot be placed here. */
export function nameObstacle({ sticksOut, pieces }: Obstacle): string {
  const on = listWords(pieces.map(namePiece));
  if (sticksOut && pieces.length > 0) return t('pc-out-and-on', { pieces: on });
  if (sticksOut) return t('pc-sticks-out');
  return pieces.length > 0 ? t('pc-lies-on', { pieces: on }) : t('pc-not-here');
}

/** The squares a seat has left. */
export function standing(scene: Scene, seat: Seat): Standing {
  const value = (scene as PolyssimoScene).seats[seat]!.left;
  return { value, words: t('pc-squares', { count: value }) };
}

// --- The draft ---

export function handOfDraft(
  scene: PolyssimoScene,
  piece: PieceName | null,
  seats: SeatView[],
  places: number,
): PendingMove {
  const rule = isHandicapped(scene) ? 'PC-7' : 'PC-2';
  const action = t('pc-take');
  if (piece === null) return { move: null, sentence: askForPiece(scene), action, rule };
  return { move: piece, sentence: tellDraft(scene, piece, seats, places), action, rule };
}

const isHandicapped = (scene: PolyssimoScene): boolean => scene.seats[scene.mover]!.must > 0;

function askForPiece(scene: PolyssimoScene): string {
  const { must, hexominoes } = scene.seats[scene.mover]!;
  const missing = Math.max(0, must - hexominoes);
  return join([t('pc-choose-draft'), missing > 0 ? t('pc-must', { count: missing }) : '']);
}

function tellDraft(
  scene: PolyssimoScene,
  piece: PieceName,
  seats: SeatView[],
  count: number,
): string {
  const next = scene.turns[1];
  return join([
    t('pc-draft-here', { piece: namePiece(piece) }),
    t('pc-draft-places', { count }),
    next === undefined ? '' : tellNext(next, scene, seats),
  ]);
}

function tellNext(next: Seat, scene: PolyssimoScene, seats: SeatView[]): string {
  const { name, isMe } = seats[next]!;
  if (scene.pool.length > 1) return isMe ? t('pc-you-pick-next') : t('pc-picks-next', { name });
  return isMe ? t('pc-you-place-first') : t('pc-places-first', { name });
}

// --- The placing ---

export function handOfPlace(turn: Turn, places: number, seats: SeatView[]): PendingMove {
  const { piece, move, stuck } = turn;
  const hand = { ...NO_MOVE, action: t('pc-place'), rule: 'PC-3' };
  if (stuck) return { ...hand, sentence: t('pc-piece-stuck', { piece: namePiece(stuck) }) };
  if (piece === null) return { ...hand, sentence: t('pc-choose-piece') };
  return { ...hand, move, sentence: sentenceOf(turn, piece, places, seats) };
}

function sentenceOf(
  { move, effect, obstacle }: Turn,
  piece: PieceName,
  count: number,
  seats: SeatView[],
): string {
  if (move) return effect ? tellPlacement(effect, seats) : t('pc-fits');
  if (obstacle) return nameObstacle(obstacle);
  return t('pc-choose-place', { piece: namePiece(piece), count });
}

export function tellPlacement(effect: PlaceEffect, seats: SeatView[]): string {
  const holes = effect.holes.filter((size) => size <= LARGEST_HOLE);
  // The most important first: two lines are visible at once.
  return join([
    `${t('pc-fits')} ${tellHoles(holes)}`,
    effect.ends ? t('pc-ends') : '',
    isStuck(effect) ? t('pc-stuck') : '',
    ...seats.filter(({ seat }) => seat !== effect.seat).map((look) => tellLoss(effect, look)),
    t('pc-squares-after', { count: effect.left }),
  ]);
}

const isStuck = ({ left, places, seat, ends }: PlaceEffect): boolean =>
  left > 0 && places[seat]!.after === 0 && !ends;

function tellHoles(holes: number[]): string {
  if (holes.length === 0) return t('pc-no-holes');
  return t('pc-holes', { count: holes.length, sizes: listSizes(holes) });
}

function tellLoss(effect: PlaceEffect, { seat, name }: SeatView): string {
  const { before, after } = effect.places[seat]!;
  if (before === after) return '';
  if (after === 0) return t('pc-loses-all', { name, places: before });
  return t('pc-loses', { name, lost: before - after, places: before });
}

// --- What sets moves apart ---

/** Return an equal key for placements of a piece that leave about the same to all seats, within 5 %. */
export function suggestionKey(effect: Effect): string {
  const told = effect as PolyssimoEffect;
  if (told.kind === 'draft') return told.piece;
  const left = told.places.map(({ before, after }) => Math.round((20 * after) / before));
  return JSON.stringify([told.piece, left, told.outs]);
}

export function points(effect: Effect, { seats }: Pick<Situation, 'seats'>): Reason[] {
  const told = effect as PolyssimoEffect;
  if (told.kind === 'draft') return [];
  const size = told.cells.length;
  return [
    ...seats.filter(({ seat }) => seat !== told.seat).flatMap((look) => lossPoint(told, look)),
    keepPoint(told, seats[told.seat]!),
    { key: 'size', value: size, text: t('pc-squares', { count: size }) },
  ];
}

function lossPoint(effect: PlaceEffect, look: SeatView): Reason[] {
  const { before, after } = effect.places[look.seat]!;
  if (before === after) return [];
  return [{ key: `loss ${look.seat}`, value: before - after, text: tellLoss(effect, look) }];
}

function keepPoint(effect: PlaceEffect, { seat, name, isMe }: SeatView): Reason {
  const { after } = effect.places[seat]!;
  const places = t('pc-places', { count: after });
  const text = isMe ? t('pc-you-keep', { places }) : t('pc-keeps', { name, places });
  return { key: 'keeps', value: after, text };
}

// --- The end ---

/** Return what the second player could not place, or what won a tie. */
export function decided({ scene, seats }: Situation): string {
  const { places, seats: sides } = scene as PolyssimoScene;
  if (!places) return '';
  const [first, second] = byPlace(places) as [Seat, Seat];
  const { left, pieces } = sides[second]!;
  if (left === sides[first]!.left) {
    const { name = '', isMe } = seats[first] ?? {};
    return t(isMe ? 'pc-tie-you' : 'pc-tie', { name, count: left });
  }
  const name = seats[second]?.name ?? '';
  return t('pc-decided', { name, count: pieces.length, squares: left });
}

/** Large pieces that were left over should have come first; else room should have been kept. */
export function advice({ scene }: Situation, seat: Seat): string {
  const { pieces } = (scene as PolyssimoScene).seats[seat]!;
  if (pieces.length === 0) return '';
  return t(pieces.some(isHexomino) ? 'pc-advice-large' : 'pc-advice-room');
}

// --- A move that was played ---

/** For the list of moves. */
export function describeMove(played: Played): string {
  const effect = played.effect as PolyssimoEffect;
  const piece = namePiece(effect.piece);
  if (effect.kind === 'draft') return t('pc-told-draft', { piece });
  const told = t('pc-told-place', { piece, area: nameArea(effect.cells), count: effect.left });
  return effect.outs.length > 0 ? told + t('pc-told-outs', { count: effect.outs.length }) : told;
}

/** The functions of this module that the page uses. */
export const gameText = { advice, decided, suggestionKey, points, standing, describeMove };
