/** The version this page was built for. */
declare const __VERSION__: string;

/** Where the words of each language are; made by `words.js`. */
declare module 'virtual:words' {
  type Files = Record<'en' | 'uk' | 'ru' | 'de', string>;
  const files: Files;
  export default files;
  /** The words of rules and lessons. */
  export const LEARNING: Files;
}
