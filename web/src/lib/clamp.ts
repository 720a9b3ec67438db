/** The nearest number that is neither too small nor too large. */
export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));
