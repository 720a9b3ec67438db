/** Texts of Nova Luna: scenes, effects of moves, moves that were played. */
import { byPlace } from '../../lib/game-result';
import { t } from '../../lib/language.svelte';
import type { Box, Effect, Played, Scene, Seat } from '../../lib/wire';
import type { Reason, SeatView, Situation, Standing } from '../board';
import type {
  Colour,
  LaidTile,
  NovaLunaBox,
  NovaLunaEffect,
  NovaLunaScene,
  Place,
  SeatScene,
  SoloResult,
  Take,
  Tile,
} from './types';

// --- Tiles ---

/** "red 5" */
export const tileName = ({ colour, cost }: Tile): string => t('nl-tile', { colour, cost });

/** "2 blue, 1 red" */
export function taskName(task: string): string {
  const counts = new Map<Colour, number>();
  for (const letter of task as Iterable<Colour>) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].map(([colour, count]) => t('nl-task-part', { colour, count })).join(', ');
}

/** "red 5, tasks: 2 blue (covered); 1 red" */
export function tileLabel(tile: Tile, covered: number[] = [], lit: number[] = []): string {
  const name = tileName(tile);
  if (tile.tasks.length === 0) return t('nl-tile-bare', { tile: name });
  const tasks = tile.tasks.map((text, index) => {
    const task = taskName(text);
    if (covered.includes(index)) return t('nl-task-covered', { task });
    return lit.includes(index) ? t('nl-task-lit', { task }) : task;
  });
  return t('nl-tile-tasks', { tile: name, tasks: tasks.join('; ') });
}

/** "Beside red 5, blue 3: covers 1 task" */
export function placeLabel(
  place: Place,
  area: LaidTile[],
  box: NovaLunaBox,
  effect: Take | null,
): string {
  const beside = area
    .filter((laid) => touches(laid, place))
    .map(({ tile }) => box.tiles[tile - 1]!);
  const tiles = beside.map(tileName).join(', ');
  const name = tiles ? t('nl-place-beside', { tiles }) : t('nl-place-first');
  return effect ? t('nl-place-covers', { place: name, count: effect.covers.length }) : name;
}

const touches = (a: Place, b: Place): boolean => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1;

/** "9 discs left" */
export function standing(scene: Scene, seat: Seat): Standing {
  const value = (scene as NovaLunaScene).seats[seat]!.discs;
  return { value, words: t('nl-discs', { count: value }) };
}

// --- Effects of moves ---

/** "Here: covers 2 tasks · 9 discs left · spends 4 time · Guest moves next" */
export function sentenceOf(effect: NovaLunaEffect, seats: SeatView[]): string {
  if (effect.kind === 'refill') return t('nl-would-refill', { count: effect.tiles });
  if (effect.kind === 'finish') {
    return t('nl-would-finish', { sum: effect.sum, count: effect.tiles });
  }
  const known = [
    t('nl-covers', { count: effect.covers.length }),
    t('nl-discs', { count: effect.discs }),
  ];
  const parts = [
    ...known,
    ...(effect.sum === undefined ? timeAndTurn(effect, seats) : sums(effect)),
  ];
  return t('nl-here', { parts: parts.join(' · ') });
}

function timeAndTurn(effect: Take, seats: SeatView[]): string[] {
  if (effect.ends) return [effect.discs === 0 ? t('nl-wins') : t('nl-ends')];
  const spends = t('nl-spends', { count: effect.cost });
  if (effect.next === null) return [spends];
  if (effect.next === effect.seat) return [spends, t('nl-next-you')];
  return [spends, t('nl-next', { name: seats[effect.next]?.name ?? '' })];
}

function sums(effect: Take): string[] {
  const sum = t('nl-sum', { sum: effect.sum! });
  if (effect.ends) return [sum, t('nl-ends')];
  if (!effect.phase_ends) return [sum];
  const count = effect.missing ?? 0;
  return [sum, count ? t('nl-phase-ends-missing', { count }) : t('nl-phase-ends')];
}

// --- Differences between moves ---

/** Return a key that is equal for takes whose line would read alike. */
export function suggestionKey(effect: Effect): string {
  const told = effect as NovaLunaEffect;
  if (told.kind !== 'take') return told.kind;
  return JSON.stringify([told.tile, told.covers.length, told.near, told.next]);
}

export function points(effect: Effect, { seats }: Pick<Situation, 'seats'>): Reason[] {
  const told = effect as NovaLunaEffect;
  if (told.kind !== 'take') return [];
  const { covers, near, sum, cost, next, seat, ends } = told;
  const time = (value: number) => ({ key: 'time', value: -value, text: timeWords(told) });
  const turn = { key: 'turn', value: next === seat ? 1 : 0, text: turnWords(told, seats) };
  return [
    { key: 'covers', value: covers.length, text: t('nl-covers', { count: covers.length }) },
    { key: 'near', value: near, text: t('nl-near', { count: near }) },
    ...(sum === undefined ? [...(ends ? [] : [turn]), time(cost)] : [time(sum)]),
  ];
}

const timeWords = ({ sum, cost }: Take): string =>
  sum === undefined ? t('nl-spends', { count: cost }) : t('nl-sum', { sum });

const turnWords = ({ next, seat }: Take, seats: SeatView[]): string =>
  next === seat && seats[seat]?.isMe
    ? t('nl-next-you')
    : t('nl-next', { name: seats[next ?? seat]?.name ?? '' });

// --- The end ---

const tasksOf = ({ area }: SeatScene): number =>
  area.reduce((sum, { covered }) => sum + covered.length, 0);

/** Return the tasks and tiles of the first two, or what a tie is won by. */
export function decided({ scene, seats }: Situation): string {
  const { places, solo, seats: sides } = scene as NovaLunaScene;
  if (!places) return '';
  if (solo?.result) return soloWords(solo.result);
  const [first, second] = byPlace(places) as [Seat, Seat];
  if (sides[second]!.discs === sides[first]!.discs) return t('nl-scores-tie');
  const told = [first, second].map((seat) => {
    const side = sides[seat]!;
    const values = { tasks: tasksOf(side), tiles: side.area.length };
    return t('nl-ended-seat', { name: seats[seat]?.name ?? '', ...values });
  });
  return told.join(' ');
}

/** Return true if the total misses the mark. */
export const isMissed = (scene: Scene): boolean => {
  const { solo } = scene as NovaLunaScene;
  return solo?.result != null && solo.result.total >= solo.result.challenge;
};

/** More turns, or more tasks per turn: the one in which the seat was behind the winner. */
export function advice({ scene, seats }: Situation, seat: Seat): string {
  const { places, solo, seats: sides } = scene as NovaLunaScene;
  if (solo) return isMissed(scene) ? t('nl-advice-solo') : '';
  const first = places?.indexOf(1) ?? -1;
  const [won, lost] = [sides[first], sides[seat]];
  if (!won || !lost) return '';
  const [more, tiles] = [won.area.length, lost.area.length];
  if (more <= tiles) return t('nl-advice-tasks');
  return t('nl-advice-tiles', { name: seats[first]?.name ?? '', more, tiles });
}

function soloWords(result: SoloResult): string {
  const { total, challenge } = result;
  const spare = challenge - total;
  const mark =
    spare > 0
      ? t('nl-sheet-under', { challenge, count: spare })
      : t('nl-over-mark', { challenge, count: -spare });
  return [mark, missingWords(result)].filter(Boolean).join(' ');
}

/** Return the cost of missing discs in a game for one. */
function missingWords({ first_missing, second_missing, penalty }: SoloResult): string {
  const points = penalty * ((first_missing ?? 0) + second_missing);
  return points ? t('nl-decided-missing', { points }) : '';
}

// --- Played moves ---

/** "takes the red 5, covers 2 tasks" */
export function describeMove(played: Played, box: Box): string {
  const effect = played.effect as NovaLunaEffect;
  if (effect.kind === 'refill') return t('nl-told-refill', { count: effect.tiles });
  if (effect.kind === 'finish') return t('nl-told-finish', { sum: effect.sum });
  const { colour, cost } = (box as NovaLunaBox).tiles[effect.tile - 1]!;
  const told = t('nl-told-take', { tile: t('nl-tile-taken', { colour, cost }) });
  const count = effect.covers.length;
  return count ? t('nl-told-covers', { told, count }) : told;
}

/** The functions that shared parts of the page call. */
export const gameText = {
  advice,
  decided,
  suggestionKey,
  isMissed,
  points,
  standing,
  describeMove,
};
