/** My Shelfie, as the page knows it. */
import type { GameMeta } from '../board';
import lesson from './lessons/my-shelfie.json?url';
import Picture from './Picture.svelte';
import type { Effect } from './scenes';
import { gameText } from './text';

const GOALS = Array.from({ length: 12 }, (_, n) => `MS-15${(n + 10).toString(36)}`);
const RULES = Array.from({ length: 16 }, (_, n) => `MS-${n + 1}`);

export default [
  {
    name: 'my-shelfie',
    hasSecrets: true,
    hasAreas: true,
    ...gameText,
    picture: Picture,
    moveSound: (effect) =>
      (effect as Effect).tokens.length
        ? 'goal'
        : (effect as Effect).refills
          ? 'refill'
          : (effect as Effect).gains.groups > 0
            ? 'group'
            : 'knock',
    rules: RULES.flatMap((rule) => (rule === 'MS-15' ? [rule, ...GOALS] : [rule])),
    loadComponents: async () => (await import('./components')).default,
    lesson,
  },
] satisfies GameMeta[];
