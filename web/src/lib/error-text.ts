/** Errors as sentences in the reader's language, with advice. */
import { ApiError } from './api';
import { t, words } from './language.svelte';

/** Error of an address without a page. */
export const NOT_FOUND = new ApiError(404, { code: 'no_page' });

/** One sentence. The server's own English one where there is no translation. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error-page');
  const id = `error-${error.code.replaceAll('_', '-')}`;
  const values = Object.fromEntries(
    Object.entries(error.params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : String(value),
    ]),
  );
  return words.has(id) ? t(id, values) : error.message;
}

/** Return the server's own message, in English: for texts that it could not read. */
export const serverMessage = (error: unknown): string =>
  error instanceof ApiError && error.code === 'invalid_text' ? error.message : '';

/** Return the code of an error, or `page` for a fault of the page itself. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'page');
