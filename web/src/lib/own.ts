/** Whether the user's browser asks pages to load as little as they can. */
export const mustSave = (): boolean =>
  !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
