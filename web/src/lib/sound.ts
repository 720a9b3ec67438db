/** Sounds of the events at a table; silent unless the reader turned sound on. */
import { settings } from './settings.svelte';
import type { Effect, LoggedEvent, Played, TableInfo } from './wire';

/** Sounds of moves; others sound like a tile that is laid. */
export type MoveSound = 'goal' | 'group' | 'refill' | 'glass' | 'wood' | 'knock';
export type Sound = MoveSound | 'turn' | 'tile' | 'low' | 'won' | 'lost' | 'talk' | 'sat';

/** New events at a table, and the state before them. */
export interface News {
  before: TableInfo;
  info: TableInfo;
  events: LoggedEvent[];
  played: Played[];
  /** Our own id there, and our seats. */
  me: string | undefined;
  seats: number[];
}

/** In the order of playing: one for the move, one for the new state. */
export function soundsOf(news: News, heard?: (effect: Effect) => MoveSound | null): Sound[] {
  const { before, info, played, seats } = news;
  const move = played.at(-1);
  const done: Sound[] = move ? [heard?.(move.effect) ?? 'tile'] : said(news);
  const isMine = info.mover != null && seats.includes(info.mover);
  if (info.outcome && before.status !== 'over') return [...done, endOf(info, seats)];
  const isTurn = isMine && info.status === 'running' && info.number !== before.number;
  return isTurn && move?.seat !== info.mover ? [...done, 'turn'] : done;
}

/** Another player spoke, or sat down. */
function said({ events, me }: News): Sound[] {
  const others = events.filter(({ event }) => 'who' in event && idOf(event.who) !== me);
  const kinds = others.map(({ event }) => event.kind);
  if (kinds.includes('said')) return ['talk'];
  return kinds.includes('sat') ? ['sat'] : [];
}

const idOf = (who: object): unknown => ('id' in who ? who.id : null);

/** A spectator hears what the winner hears. */
export const endOf = ({ outcome }: TableInfo, seats: number[]): Sound =>
  seats.length === 0 || seats.some((seat) => outcome!.places[seat] === 1) ? 'won' : 'lost';

export function sound(...kinds: Sound[]): void {
  if (settings.sound && kinds.length > 0)
    void import('./audio').then(({ play }) => play(kinds)).catch(() => undefined);
}
