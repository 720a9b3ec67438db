/** What was agreed on: words outside, small numbers for the kernels, as `tilewright.game.options` has it. */
import type { GameCard, OptionCard } from '../lib/wire.ts';
import type { Manifest } from './module.ts';
import { Refusal } from './refusal.ts';

export type Options = Record<string, string>;

/** Seats that an option has numbers for. */
const SEATS = 4;

/** What `setup` is given: the numbers of all options, one after the other. */
export const valuesOf = ({ options }: GameCard, chosen: Options, players: number): number[] =>
  options.flatMap((option) => parse(option, chosen[option.name] ?? option.default, players));

/** Options as they are kept and stand in a record: those that were named. */
export function keptOptions(
  { options }: GameCard,
  { marks }: Manifest,
  chosen: Options,
  players: number,
): Options {
  const named = options.filter(({ name }) => name in chosen);
  return Object.fromEntries(
    named.map((option) => {
      const values = parse(option, chosen[option.name]!, players);
      return [option.name, write(option, marks[option.name] ?? '', values, players)];
    }),
  );
}

/** The options of the next game, in which everybody moves up by one seat. */
export function passedOn(
  card: GameCard,
  manifest: Manifest,
  kept: Options,
  players: number,
): Options {
  const passed = { ...kept };
  for (const { name, kind } of card.options) {
    const parts = kept[name]?.split(',') ?? [];
    if (kind === 'numbers' && parts.length === players)
      passed[name] = [parts.at(-1)!, ...parts.slice(0, -1)].join(',');
  }
  return keptOptions(card, manifest, passed, players);
}

function parse(option: OptionCard, text: string, players: number): number[] {
  if (option.kind === 'numbers') return parseNumbers(option, text, players);
  const place = option.values
    .slice(0, option.kind === 'seat' ? 1 + players : undefined)
    .indexOf(text);
  if (place < 0) throw refusal(option, text);
  return [option.kind === 'seat' ? place - 1 : place];
}

function parseNumbers(option: OptionCard, text: string, players: number): number[] {
  if (text === option.default) return new Array<number>(SEATS).fill(0);
  const { highest, most } = option.numbers.find((found) => found.players === players)!;
  const numbers = text.split(',').map((part) => parseInt(part));
  const isFair = numbers.every((number) => number >= 0 && number <= highest);
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (numbers.length !== players || !isFair || sum > most) throw refusal(option, text);
  return [...numbers, ...new Array<number>(SEATS - players).fill(0)];
}

function write(option: OptionCard, mark: string, values: number[], players: number): string {
  if (option.kind === 'seat') return option.values[values[0]! + 1]!;
  if (option.kind === 'word') return option.values[values[0]!]!;
  if (values.every((value) => value === 0)) return option.default;
  return values
    .slice(0, players)
    .map((value) => (value > 0 ? `${value}${mark}` : '0'))
    .join(',');
}

const refusal = ({ name }: OptionCard, text: string) =>
  new Refusal('invalid_option', `option ${name}: found ${text}`);
