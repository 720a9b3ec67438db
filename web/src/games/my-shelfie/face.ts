/** My Shelfie, as the page knows it. */
import './palette.css';
import type { GameFace } from '../board';
import lesson from './lessons/my-shelfie.json?url';
import Picture from './Picture.svelte';
import { decided, idea, points, standing, tell } from './words';

const GOALS = [...'abcdefghijkl'].map((letter) => `MS-15${letter}`);
const RULES = Array.from({ length: 16 }, (_, n) => `MS-${n + 1}`);

export default [
  {
    name: 'my-shelfie',
    words: 'my-shelfie',
    hasSecrets: true,
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
    rules: RULES.flatMap((rule) => (rule === 'MS-15' ? [rule, ...GOALS] : [rule])),
    rulePictures: () => import('./rules/Pictures.svelte'),
    lesson,
  },
] satisfies GameFace[];
