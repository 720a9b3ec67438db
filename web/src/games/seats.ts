/** Seats as people see them: a name, an initial, a colour. */
import { t } from '../lib/language.svelte';
import type { ChairInfo, Seat } from '../lib/wire';
import type { SeatLook } from './board';

/**
 * The seats as `viewer` sees them: their own is purple, the others follow in order. Somebody who
 * has several seats plays around one screen, where "you" would be everybody.
 */
export function seatLooks(chairs: ChairInfo[], viewer: Seat | null, mine: Seat[]): SeatLook[] {
  const isShared = mine.length > 1;
  const names = chairs.map((chair, seat) =>
    isShared && mine.includes(seat) ? playerName(seat) : nameOf(chair),
  );
  return chairs.map((chair, seat) => {
    const name = names[seat]!;
    const twins = names.flatMap((other, index) => (other === name ? [index] : []));
    const number = twins.length > 1 ? String(twins.indexOf(seat) + 1) : '';
    return {
      seat,
      name: number ? `${name} (${number})` : name,
      initial: isShared ? String(seat + 1) : `${[...name][0]?.toUpperCase() ?? '?'}${number}`,
      colour: colourOf(seat, isShared ? 0 : viewer, chairs.length),
      isMe: !isShared && seat === viewer,
      isBot: chair.who?.kind === 'bot',
    };
  });
}

export const playerName = (seat: Seat): string => t('player-number', { number: seat + 1 });

export function nameOf({ who }: ChairInfo): string {
  if (!who) return t('seat-free');
  return who.kind === 'person' ? who.name : botName(who.name);
}

export function botName(name: string): string {
  const level = /^level-(\d)$/.exec(name)?.[1];
  return level ? t('bot-level', { level: Number(level) }) : t(`bot-${name}`);
}

function colourOf(seat: Seat, viewer: Seat | null, players: number): number {
  return (seat - (viewer ?? 0) + players) % players;
}
