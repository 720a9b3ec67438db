/** Words with gaps: made from Fluent by `words.js`, filled in here. */

export type Values = Record<string, string | number>;
/** Text and gaps, or text alone. */
export type Pattern = string | (string | Gap)[];
/** A value by its name; or the default and a pattern for each value, each plural form of it. */
type Gap = [name: string, otherwise: string, choices: Choices] | [name: string];
type Choices = Record<string, Pattern>;

/** Number format and plural rules of a language. */
export class MessageFormatter {
  #numbers: Intl.NumberFormat;
  #plurals: Intl.PluralRules;

  constructor(language: string) {
    this.#numbers = new Intl.NumberFormat(language);
    this.#plurals = new Intl.PluralRules(language);
  }

  fill(pattern: Pattern, values: Values): string {
    if (typeof pattern === 'string') return pattern;
    return pattern
      .map((part) => (typeof part === 'string' ? part : this.#say(part, values)))
      .join('');
  }

  #say([name, otherwise, choices]: Gap, values: Values): string {
    // A value that is missing leaves its name in the sentence.
    const value = values[name] ?? `{$${name}}`;
    if (choices) return this.fill(this.#choose(value, choices) ?? choices[otherwise!]!, values);
    return typeof value === 'number' ? this.#numbers.format(value) : value;
  }

  #choose(value: string | number, choices: Choices): Pattern | undefined {
    const form = typeof value === 'number' ? this.#plurals.select(value) : '';
    return choices[value] ?? choices[form];
  }
}
