/** The version this page was built for. */
declare const __VERSION__: string;

/** Address of the words of each language; made by `words.js`. */
declare module 'virtual:words' {
  type Files = Record<'en' | 'uk' | 'ru' | 'de', string>;
  const files: Files;
  export default files;
  /** The words of rules and lessons. */
  export const LEARNING: Files;
}
