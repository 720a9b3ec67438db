/** Options of a game: texts in terms, small numbers in kernels, as `tilewright.game.options` has them. */
import type { GameCard, OptionCard } from '../lib/wire.ts';
import type { Manifest } from './wasm-module.ts';
import { Refusal } from './errors.ts';

export type Options = Record<string, string>;

/** Number of seats that an option has values for. */
const SEATS = 4;

/** Return the numbers of all options in order, for `setup`. */
export const optionValues = (
  { options }: GameCard,
  { marks }: Manifest,
  chosen: Options,
  players: number,
): number[] =>
  options.flatMap((option) => parse(option, marks, chosen[option.name] ?? option.default, players));

/** Return the named options as terms and records store them. */
export function normalizeOptions(
  { options }: GameCard,
  { marks }: Manifest,
  chosen: Options,
  players: number,
): Options {
  const named = options.filter(({ name }) => name in chosen);
  const unknown = Object.keys(chosen).find((name) => !named.some((option) => option.name === name));
  if (unknown !== undefined) throw new Refusal('invalid_option', `no option ${unknown}`);
  return Object.fromEntries(
    named.map((option) => {
      const values = parse(option, marks, chosen[option.name]!, players);
      return [option.name, write(option, marks[option.name] ?? '', values, players)];
    }),
  );
}

/** Return the options of the next game, in which every player moves up by one seat. */
export function rematchOptions(
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
  return normalizeOptions(card, manifest, passed, players);
}

type Marks = Manifest['marks'];

function parse(option: OptionCard, marks: Marks, text: string, players: number): number[] {
  if (option.kind === 'numbers')
    return parseNumbers(option, marks[option.name] ?? '', text, players);
  const place = option.values
    .slice(0, option.kind === 'seat' ? 1 + players : undefined)
    .indexOf(text);
  if (place < 0) throw refusal(option, text);
  return [option.kind === 'seat' ? place - 1 : place];
}

function parseNumbers(option: OptionCard, mark: string, text: string, players: number): number[] {
  if (text === option.default) return new Array<number>(SEATS).fill(0);
  const { highest, most } = option.numbers.find((found) => found.players === players)!;
  const numbers = text.split(',').map((part) => {
    const digits = part.endsWith(mark) ? part.slice(0, part.length - mark.length) : part;
    return /^\d{1,3}$/.test(digits) ? Number(digits) : Infinity;
  });
  const isFair = numbers.every((number) => number <= highest);
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
