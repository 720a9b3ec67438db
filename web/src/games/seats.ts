/** Seats as people see them: a name, an initial, a colour. */
import { t } from '../lib/language.svelte';
import type { ChairInfo, Seat } from '../lib/wire';
import type { SeatView } from './board';

/**
 * Return the seats as `viewer` sees them: their own is purple, the others follow in order. A player on
 * several seats shares the screen, so no seat is called "you".
 */
export function seatViews(chairs: ChairInfo[], viewer: Seat | null, mine: Seat[]): SeatView[] {
  const isShared = mine.length > 1;
  const names = namesOf(chairs, isShared ? mine : []);
  return chairs.map((chair, seat) => {
    const name = names[seat]!;
    const twins = seatsWhere(names, (other) => other === name);
    return {
      seat,
      name: twins.length > 1 ? `${name} (${twins.indexOf(seat) + 1})` : name,
      initial: name === playerName(seat) ? String(seat + 1) : initialOf(names, seat),
      colour: colourOf(seat, isShared ? 0 : viewer, chairs.length),
      isMe: !isShared && seat === viewer,
      isBot: chair.who?.kind === 'bot',
    };
  });
}

/** Return the names of all seats; those on one shared screen are numbered unless they have names. */
function namesOf(chairs: ChairInfo[], around: Seat[]): string[] {
  const names = chairs.map(nameOf);
  const isNamed = new Set(around.map((seat) => names[seat])).size > 1;
  return names.map((name, seat) => (!isNamed && around.includes(seat) ? playerName(seat) : name));
}

/** Return a letter; if two names begin alike, two letters or a number. */
function initialOf(names: string[], seat: Seat): string {
  const own = names[seat]!;
  const alike = seatsWhere(names, (name) => beginning(name, 1) === beginning(own, 1));
  if (alike.length === 1) return beginning(own, 1);
  const pairs = new Set(alike.map((other) => beginning(names[other]!, 2)));
  if (pairs.size === alike.length) return beginning(own, 2);
  return `${beginning(own, 1)}${alike.indexOf(seat) + 1}`;
}

/** The first letters of a name, the first of them a capital. */
function beginning(name: string, count: number): string {
  const [first = '?', ...rest] = [...name];
  return first.toUpperCase() + rest.slice(0, count - 1).join('');
}

const seatsWhere = (names: string[], fits: (name: string) => boolean): Seat[] =>
  names.flatMap((name, seat) => (fits(name) ? [seat] : []));

export const playerName = (seat: Seat): string => t('player-number', { number: seat + 1 });

export function nameOf({ who }: ChairInfo): string {
  if (!who) return t('seat-free');
  return who.kind === 'person' ? who.name : botName(who.name);
}

/** Return a name of a list of tables as it is shown: names of bots are the page's. */
export const listedName = (name: string): string =>
  /^(random|greedy|level-\d)$/.test(name) ? botName(name) : name;

export function botName(name: string): string {
  const level = /^level-(\d)$/.exec(name)?.[1];
  if (!level) return t(`bot-${name}`);
  return t('bot-level', { name: nameOfLevel(Number(level)), level: Number(level) });
}

/** Return the name of the bot of a level, such as "Otto". */
export const nameOfLevel = (level: number): string => t(`bot-name-${level}`);

function colourOf(seat: Seat, viewer: Seat | null, players: number): number {
  return (seat - (viewer ?? 0) + players) % players;
}
