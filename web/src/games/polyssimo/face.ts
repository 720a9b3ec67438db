/** Polyssimo Challenge, for the page. */
import './palette.css';
import type { GameFace } from '../board';
import lesson from './lessons/polyssimo.json?url';
import Picture from './Picture.svelte';
import { decided, idea, points, standing, tell } from './words';

export default [
  {
    name: 'polyssimo',
    words: 'polyssimo',
    hasAreas: true,
    standing,
    board: () => import('./Board.svelte'),
    picture: Picture,
    scores: () => import('./Scores.svelte'),
    moved: () => import('./Moved.svelte'),
    tell,
    idea,
    points,
    decided,
    rules: ['PC-1', 'PC-2', 'PC-3', 'PC-4', 'PC-5', 'PC-6', 'PC-7', 'PC-8'],
    rulePictures: () => import('./rules/Pictures.svelte'),
    lesson,
  },
] satisfies GameFace[];
