/** What went wrong, in the reader's language, and what would help. */
import { ApiError } from './api';
import { t, words } from './language.svelte';

/** What to throw where an address leads nowhere. */
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

/** What the server said itself, in English: for what it could not read. */
export const serverMessage = (error: unknown): string =>
  error instanceof ApiError && error.code === 'invalid_text' ? error.message : '';

/** The code of a refusal, or `page` where something of ours broke. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'page');
