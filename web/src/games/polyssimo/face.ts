/** Polyssimo Challenge, for the page. */
import './palette.css';
import type { GameFace } from '../board';
import Board from './Board.svelte';
import lesson from './lessons/polyssimo.json?url';
import Moved from './Moved.svelte';
import Picture from './Picture.svelte';
import Pictures from './rules/Pictures.svelte';
import Scores from './Scores.svelte';
import { voice } from './words';

export default [
  {
    name: 'polyssimo',
    hasAreas: true,
    ...voice,
    board: Board,
    picture: Picture,
    scores: Scores,
    moved: Moved,
    rules: ['PC-1', 'PC-2', 'PC-3', 'PC-4', 'PC-5', 'PC-6', 'PC-7', 'PC-8'],
    rulePictures: Pictures,
    lesson,
  },
] satisfies GameFace[];
