/** Helpers that the parts of a replay share: properties, addresses, records, texts, keys. */
import type { GameUi, SeatView } from '../../games/board';
import { playerName, seatViews } from '../../games/seats';
import { post } from '../../lib/api';
import { identity } from '../../lib/identity.svelte';
import { t } from '../../lib/language.svelte';
import { inviteOf, withQuery } from '../../lib/paths';
import type { Replay, Source } from '../../lib/replay.svelte';
import { go, type Route } from '../../lib/router.svelte';
import type { Box, ChairInfo, Played, Seat } from '../../lib/wire';
import type { Retry } from './retry.svelte';
import type { Review } from './review.svelte';

export interface ReplayProps {
  replay: Replay;
  review: Review;
  /** The moment of the review that is open. */
  retry: Retry;
  face: GameUi;
  box: Box;
  seats: SeatView[];
  /** Show a move on the board, or none. */
  point: (played: Played | null) => void;
}

export function sourceOf({ params }: Route): Source {
  return params.record === undefined ? { table: params.table! } : { record: params.record };
}

/** Return a number from the address; null for any other text. */
export function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export function addressOf(replay: Pick<Replay, 'source' | 'ply' | 'seat' | 'invite'>): string {
  const { source, ply, seat, invite } = replay;
  const path = 'table' in source ? `/t/${source.table}/replay` : `/r/${source.record}`;
  return withQuery(path, `ply=${ply}`, seat === null ? '' : `seat=${seat}`, inviteOf(invite));
}

export async function recordText(replay: Replay): Promise<string> {
  if (replay.record) return replay.record.text;
  return replay.api.getRecord();
}

/** Upload a game of this device to the server as a record. */
export async function uploadRecord(replay: Replay): Promise<void> {
  await identity.need();
  const { id } = await post<{ id: string }>('/records', { text: await recordText(replay) });
  go(`/r/${id}`);
}

/** Return the looks of the seats; a record may lack names. Own seats stay own seats in any view. */
export function replaySeatViews(
  replay: Pick<Replay, 'chairs' | 'mySeats'>,
  viewer: Seat | null,
): SeatView[] {
  const { chairs, mySeats } = replay;
  return seatViews(chairs.map(named), viewer, mySeats).map((look) => ({
    ...look,
    isMe: look.isMe && mySeats.includes(look.seat),
  }));
}

const named = (chair: ChairInfo, seat: Seat): ChairInfo =>
  chair.who ? chair : { ...chair, who: { kind: 'person', id: '', name: playerName(seat) } };

/** Return a move with its player's name, or the words for the beginning. */
export function moveName(played: Played | null, face: GameUi, box: Box, seats: SeatView[]): string {
  if (!played) return t('replay-beginning');
  return `${seats[played.seat]?.name ?? ''}: ${face.describeMove(played, box)}`;
}

export type Act = 'back' | 'on' | 'first' | 'last' | 'play';

const KEYS: Record<string, Act> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  Home: 'first',
  End: 'last',
  ' ': 'play',
};

export function keyOf(event: KeyboardEvent): Act | null {
  const act = KEYS[event.key];
  if (!act || event.defaultPrevented) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const target = event.target as Partial<Element> | null;
  if (target?.closest?.(act === 'play' ? PRESSED : TYPED)) return null;
  return act;
}

/** Elements that use arrow keys: fields, sliders, choices, dialogs. */
const TYPED = 'input, textarea, select, dialog, [contenteditable]';
/** Elements that the space bar presses. */
const PRESSED = `${TYPED}, button, a, summary, [role="button"]`;
