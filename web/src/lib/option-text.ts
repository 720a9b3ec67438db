/** Options of a game in words: options describe themselves, whatever the game. */
import { t, tOr } from './language.svelte';
import type { GameName, OptionCard, Seat, SeatNumbers } from './wire';

export type Options = Record<string, string>;
/** Returns the name of a seat: "me", "seat 2". */
export type NameSeat = (seat: Seat) => string;

const CHANCE = 'random';

export const nameOption = (game: GameName, { name, help }: OptionCard): string =>
  tOr(`option-${game}-${name}`, tOr(`option-${name}`, help));

/** Return the chosen value in words. */
export function nameValue(
  game: GameName,
  { name, kind }: OptionCard,
  value: string,
  nameSeat: NameSeat,
): string {
  if (kind === 'seat') return value === CHANCE ? t('by-chance') : nameSeat(seatOf(value));
  if (kind === 'numbers') return nameNumbers(value, nameSeat);
  return tOr(`option-${game}-${name}-${value}`, value);
}

/** "Player 1: 7", for the seats that have one; a dash if none has. */
function nameNumbers(text: string, nameSeat: NameSeat): string {
  const given = readNumbers(text, text.split(',').length);
  const told = given.map((number, seat) => (number > 0 ? `${nameSeat(seat)}: ${number}` : ''));
  return told.filter(Boolean).join(', ') || t('number-none');
}

/** Return the values to choose from, for this number of players. */
export const valuesFor = ({ kind, values }: OptionCard, players: number): string[] =>
  kind === 'seat' ? values.slice(0, 1 + players) : values;

const seatOf = (value: string): Seat => Number(value.slice('seat-'.length));

export const numbersFor = ({ numbers }: OptionCard, players: number): SeatNumbers =>
  numbers.find((found) => found.players === players)!;

/** "7,0" as numbers; none where nothing is said. */
export const readNumbers = (text: string, players: number): number[] =>
  Array.from({ length: players }, (_, seat) => parseInt(text.split(',')[seat] ?? '') || 0);

export const writeNumbers = (numbers: number[], { default: none }: OptionCard): string =>
  numbers.some((number) => number > 0) ? numbers.join(',') : none;

/** Return the chosen value, or the default; it fits this number of players. */
export function chosen(option: OptionCard, options: Options, players: number): string {
  const value = options[option.name];
  const otherwise = option.kind === 'seat' ? CHANCE : option.default;
  if (value === undefined) return otherwise;
  if (option.kind !== 'numbers')
    return valuesFor(option, players).includes(value) ? value : otherwise;
  return value.split(',').length === players ? value : otherwise;
}

export const allChosen = (cards: OptionCard[], options: Options, players: number): Options =>
  Object.fromEntries(cards.map((option) => [option.name, chosen(option, options, players)]));
