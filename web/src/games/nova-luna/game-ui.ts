/** The covers of Nova Luna, for several players and for one. */
import './palette.css';
import type * as wire from '../../lib/wire';
import type { GameMeta } from '../board';
import Enamel from './Enamel.svelte';
import soloLesson from './lessons/nova-luna-solo.json?url';
import lesson from './lessons/nova-luna.json?url';
import Picture from './Picture.svelte';
import type { Take } from './scenes';
import { gameText } from './text';

const RULES = Array.from({ length: 18 }, (_, index) => `NL-${index + 1}`);
const SOLO_RULES = Array.from({ length: 8 }, (_, index) => `NLS-${index + 1}`);
/** Of the rules for several players, those that hold alone too. */
const SHARED = [1, 2, 6, 8, 9, 10, 12, 13, 14, 15].map((number) => `NL-${number}`);

const common = {
  isNight: true,
  ...gameText,
  picture: Picture,
  moveSound: (effect: wire.Effect) =>
    effect.kind === 'refill' ? 'refill' : (effect as Take).covers?.length ? 'glass' : null,
  loadComponents: async () => (await import('./components')).default,
} satisfies Partial<GameMeta>;

export default [
  {
    ...common,
    name: 'nova-luna',
    rules: RULES,
    hasAreas: true,
    lesson,
    materials: Enamel,
    solo: 'nova-luna-solo',
  },
  {
    ...common,
    name: 'nova-luna-solo',
    rules: [...SOLO_RULES, ...SHARED],
    lesson: soloLesson,
  },
] satisfies GameMeta[];
