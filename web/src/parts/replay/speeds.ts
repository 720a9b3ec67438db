/** Speeds of automatic replay. */
export const SPEEDS = ['0.5', '1', '2', '4'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Time per move, in ms. */
export const PAUSES: Record<Speed, number> = { '0.5': 3000, '1': 1500, '2': 750, '4': 375 };
