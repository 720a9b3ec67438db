/** The version this page was built for. */
declare const __VERSION__: string;

/** Where the words of each language are; made by `words.js`. */
declare module 'virtual:words' {
  const files: Record<'en' | 'uk' | 'ru' | 'de', string>;
  export default files;
}
