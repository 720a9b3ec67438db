/** My Shelfie in words. */
import { byPlace, decidedBy } from '../../lib/game-result';
import { t } from '../../lib/language.svelte';
import type { Effect, Played, Scene, Seat } from '../../lib/wire';
import type { PendingMove, Reason, SeatView, Situation, Standing } from '../board';
import { COLUMNS, MOST_TAKEN } from './facts';
import { columnItems } from './geometry';
import type { PressFeedback } from './turn.svelte';
import type { ItemType, ShelfieBox, ShelfieEffect, ShelfieScene, ShelfieSeat } from './types';

export const itemName = (type: ItemType): string => t(`ms-item-${type}`);
export const goalName = (box: ShelfieBox, goal: number): string =>
  t(`goal-${box.goals[goal]!.key}`);
const SEPARATOR = ' · ';

/** "cat, then book" */
export function inOrder(types: readonly ItemType[]): string {
  const [first, second, third] = types.map(itemName);
  return t(`ms-order-${types.length}`, { first: first!, second: second ?? '', third: third ?? '' });
}

/** +3, −2, or nothing. */
export function signed(points: number): string {
  return points === 0 ? '' : points > 0 ? `+${points}` : `\u2212${-points}`;
}

export function columnWords(shelf: readonly string[], column: number): string {
  const items = columnItems(shelf, column);
  const free = shelf.length - items.length;
  if (items.length === 0) return t('ms-column-empty', { column: column + 1 });
  const list = items.map(itemName).join(', ');
  return t('ms-column-holds', { column: column + 1, items: list, free });
}

/** A whole shelf, column by column. */
export function shelfWords(shelf: readonly string[]): string {
  return Array.from({ length: COLUMNS }, (_, column) => columnWords(shelf, column)).join('. ');
}

/** The points of a seat, as far as the viewer may know. */
export function standing(scene: Scene, seat: Seat): Standing {
  const value = (scene as ShelfieScene).seats[seat]!.points.total;
  return { value, words: t(scene.is_over ? 'ms-points-final' : 'ms-points', { points: value }) };
}

/** Return the state of the personal card, as far as the viewer may know it. */
export function cardWords(box: ShelfieBox, { card, matches, points }: ShelfieSeat): string {
  if (card === null) return t('ms-card-hidden');
  const of = box.card_points.length - 1;
  return t('ms-card-stands', { done: matches ?? 0, of, points: points.card ?? 0 });
}

export function groupWords(type: ItemType, count: number, points: number): string {
  return t('ms-group', { type, count, points });
}

// --- What a move would do ---

export interface Consequence {
  text: string;
  /** Such as `+2`. */
  gain: string;
  /** `news`: worth a second look. */
  tone: 'news' | 'change' | 'same';
}

/** Return what a move would complete, line by line. */
export function consequences(
  box: ShelfieBox,
  scene: ShelfieScene,
  effect: ShelfieEffect,
): Consequence[] {
  return [
    ...tokenLines(box, effect),
    ...endLines(effect),
    ...groupLines(effect),
    ...cardLines(box, effect),
    ...goalLines(box, scene, effect),
    ...(effect.refills ? [line(t('ms-refills'), '', 'same')] : []),
  ];
}

const line = (text: string, gain: string, tone: Consequence['tone']) => ({ text, gain, tone });

function tokenLines(box: ShelfieBox, { tokens }: ShelfieEffect): Consequence[] {
  return tokens.map(({ goal, points }) =>
    line(t('ms-reaches', { goal: goalName(box, goal) }), signed(points), 'news'),
  );
}

function endLines({ fills, gains }: ShelfieEffect): Consequence[] {
  return fills ? [line(t('ms-fills'), signed(gains.end), 'news')] : [];
}

function groupLines({ groups, gains }: ShelfieEffect): Consequence[] {
  const gain = signed(gains.groups);
  const tone = gain ? 'change' : 'same';
  // The gain is known of all groups together: it is shown with the last.
  return groups.map(({ type, cells, points }, n) =>
    line(groupWords(type, cells.length, points), n === groups.length - 1 ? gain : '', tone),
  );
}

function cardLines(box: ShelfieBox, { matches, gains }: ShelfieEffect): Consequence[] {
  if (!matches) return [];
  const text = t('ms-card-matches', { done: matches.after, of: box.card_points.length - 1 });
  return [line(text, signed(gains.card ?? 0), gains.card ? 'change' : 'same')];
}

function goalLines(box: ShelfieBox, scene: ShelfieScene, effect: ShelfieEffect): Consequence[] {
  const open = scene.goals.map((goal, n) => ({ ...goal, ...effect.progress[n]!, n }));
  return open
    .filter(({ goal, n }) => !scene.seats[effect.seat]!.tokens[n] && !reaches(effect, goal))
    .map(({ goal, before, after, of }) =>
      line(
        t('ms-goal-stands', { goal: goalName(box, goal), done: after, of }),
        '',
        before === after ? 'same' : 'change',
      ),
    );
}

const reaches = ({ tokens }: ShelfieEffect, goal: number) => tokens.some((t) => t.goal === goal);

// --- The sentence under the board ---

export interface SelectionState {
  types: ItemType[];
  /** Free places of the emptiest column. */
  room: number;
  column: number | null;
  effect: ShelfieEffect | null;
  /** Why a tile that was wanted is not among them. */
  told: PressFeedback | null;
}

/** Return the sentence on the tiles in hand, and the rule that matters now. */
export function handWords(
  hand: SelectionState,
  box: ShelfieBox,
  seats: SeatView[],
): Omit<PendingMove, 'move' | 'action'> {
  const { types, room, column, effect, told } = hand;
  if (told) return refused(told, types);
  if (types.length === 0) return room < MOST_TAKEN ? fewFit(room) : take();
  const order = inOrder(types);
  if (column === null) return { sentence: t('ms-choose-column', { order }), rule: 'MS-9' };
  const place = t('ms-column-order', { column: column + 1, order });
  if (!effect) return { sentence: place, rule: 'MS-9' };
  return {
    sentence: [place, ...outcome(box, effect, seats)].join(SEPARATOR),
    rule: ruleOf(effect),
  };
}

function refused({ why, count, isInstead }: PressFeedback, types: ItemType[]) {
  const rule = why === 'room' ? 'MS-8' : 'MS-7';
  if (why === 'side') return { sentence: t('ms-no-side'), rule };
  const words = t(`ms-why-${why}`, { count });
  if (!isInstead) return { sentence: t('ms-not-along', { words }), rule };
  const next = t('ms-choose-column', { order: inOrder(types) });
  return { sentence: [t('ms-instead', { words }), next].join(SEPARATOR), rule };
}

const take = () => ({ sentence: t('ms-take'), rule: 'MS-7' });
const fewFit = (count: number) => ({ sentence: t('ms-take-few', { count }), rule: 'MS-8' });

function outcome(box: ShelfieBox, effect: ShelfieEffect, seats: SeatView[]): string[] {
  const { total } = effect.gains;
  return [
    total ? t('ms-points-more', { points: total, signed: signed(total) }) : t('ms-no-points'),
    ...effect.tokens.map(({ goal }) => t('ms-reaches', { goal: goalName(box, goal) })),
    ...(effect.fills ? [t('ms-fills')] : []),
    ...(effect.refills ? [t('ms-refills')] : []),
    effect.ends ? t('ms-ends') : nextWords(effect.next, seats),
  ].filter(Boolean);
}

function nextWords(next: Seat | null, seats: SeatView[]): string {
  return next === null ? '' : t('ms-next', { name: seats[next]!.name });
}

function ruleOf({ tokens, fills, refills, gains }: ShelfieEffect): string {
  if (fills) return 'MS-12';
  if (tokens.length > 0) return 'MS-10';
  if (refills) return 'MS-11';
  return gains.total ? 'MS-13' : 'MS-9';
}

// --- What sets moves apart ---

/** Return an equal key for moves that add the same to a column and leave the same to other players. */
export function suggestionKey(effect: Effect): string {
  const { types, column, gains, tokens, matches, progress, leaves } = effect as ShelfieEffect;
  return JSON.stringify([[...types].sort(), column, gains, tokens, matches, progress, leaves]);
}

export function points(effect: Effect, { box }: Situation): Reason[] {
  const told = effect as ShelfieEffect;
  return [
    ...tokenPoints(told, box as ShelfieBox),
    ...(told.fills ? [{ key: 'end', value: told.gains.end, text: t('ms-fills') }] : []),
    ...groupPoints(told),
    ...cardPoints(told, box as ShelfieBox),
    ...leftPoints(told),
  ];
}

const tokenPoints = ({ tokens }: ShelfieEffect, box: ShelfieBox): Reason[] =>
  tokens.map(({ goal, points }) => ({
    key: `goal ${goal}`,
    value: points,
    text: t('ms-took-token', { goal: goalName(box, goal), points }),
  }));

function groupPoints({ groups, gains }: ShelfieEffect): Reason[] {
  if (gains.groups <= 0) return [];
  const text = groups.map(({ type, cells, points }) => groupWords(type, cells.length, points));
  return [{ key: 'groups', value: gains.groups, text: text.join(', ') }];
}

function cardPoints({ matches }: ShelfieEffect, box: ShelfieBox): Reason[] {
  if (!matches || matches.after === matches.before) return [];
  const text = t('ms-card-matches', { done: matches.after, of: box.card_points.length - 1 });
  return [{ key: 'card', value: matches.after - matches.before, text }];
}

function leftPoints({ leaves, refills }: ShelfieEffect): Reason[] {
  if (refills) return [];
  const value = -leaves.reduce((sum, { count }) => sum + count - 1, 0);
  const [first] = leaves;
  return [
    { key: 'leaves', value, text: first ? t('ms-leaves', { ...first }) : t('ms-leaves-none') },
  ];
}

// --- The end ---

/** The row of the score pad that made the difference, or what a tie is won by. */
export function decided({ box, scene }: Situation): string {
  const { goals, seats, scores, places } = scene as ShelfieScene;
  if (!scores || !places) return '';
  const [first, second] = byPlace(places) as [Seat, Seat];
  if (scores[first] === scores[second]) return t('ms-tie');
  const row = (name: string, of: (seat: ShelfieSeat) => number) => ({
    name,
    points: seats.map(of),
  });
  const rows = [
    ...goals.map(({ goal }, n) => row(goalName(box as ShelfieBox, goal), (s) => s.tokens[n]!)),
    row(t('ms-score-end'), (seat) => seat.points.end),
    row(t('ms-score-card'), (seat) => seat.points.card ?? 0),
    row(t('ms-score-groups'), (seat) => seat.points.groups),
  ];
  return decidedBy(rows, places);
}

/** The row in which the seat was furthest behind the winner, as advice. */
export function advice({ scene }: Situation, seat: Seat): string {
  const { seats, places } = scene as ShelfieScene;
  const first = places?.indexOf(1) ?? -1;
  const [won, lost] = [seats[first], seats[seat]];
  if (!won || !lost) return '';
  const behind = {
    groups: won.points.groups - lost.points.groups,
    goals: won.points.tokens - lost.points.tokens,
    card: (won.points.card ?? 0) - (lost.points.card ?? 0),
  };
  const [[row, points]] = Object.entries(behind).sort(([, a], [, b]) => b - a) as [
    [string, number],
  ];
  return points > 0 ? t(`ms-advice-${row}`) : t('ms-advice-end');
}

// --- A move that was played ---

export function describeMove(played: Played, box: ShelfieBox): string {
  const { types, column, tokens, fills, refills, gains } = played.effect as ShelfieEffect;
  const points = gains.groups + (gains.card ?? 0);
  return [
    t('ms-puts', { column: column + 1, order: inOrder(types) }),
    ...(points ? [t('ms-points-more', { points, signed: signed(points) })] : []),
    ...tokens.map(({ goal, points }) => t('ms-took-token', { goal: goalName(box, goal), points })),
    ...(fills ? [t('ms-filled')] : []),
    ...(refills ? [t('ms-refilled')] : []),
  ].join(SEPARATOR);
}

/** The functions of this module that the page uses. */
export const gameText = { advice, decided, suggestionKey, points, standing, describeMove };
