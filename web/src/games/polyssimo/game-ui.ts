/** Polyssimo Challenge, for the page. */
import './palette.css';
import type { GameMeta } from '../board';
import lesson from './lessons/polyssimo.json?url';
import Picture from './Picture.svelte';
import { gameText } from './text';

export default [
  {
    name: 'polyssimo',
    hasAreas: true,
    ...gameText,
    picture: Picture,
    moveSound: () => 'wood',
    rules: ['PC-1', 'PC-2', 'PC-3', 'PC-4', 'PC-5', 'PC-6', 'PC-7', 'PC-8'],
    loadComponents: async () => (await import('./components')).default,
    lesson,
  },
] satisfies GameMeta[];
