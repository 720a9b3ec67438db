/** Polyssimo Challenge, for the page. */
import './palette.css';
import type { GameCover } from '../board';
import lesson from './lessons/polyssimo.json?url';
import Picture from './Picture.svelte';
import { voice } from './text';

export default [
  {
    name: 'polyssimo',
    hasAreas: true,
    ...voice,
    picture: Picture,
    heard: () => 'wood',
    rules: ['PC-1', 'PC-2', 'PC-3', 'PC-4', 'PC-5', 'PC-6', 'PC-7', 'PC-8'],
    draw: async () => (await import('./components')).default,
    lesson,
  },
] satisfies GameCover[];
