/** My Shelfie, as the page knows it. */
import './palette.css';
import type { GameFace } from '../board';
import Board from './Board.svelte';
import lesson from './lessons/my-shelfie.json?url';
import Moved from './Moved.svelte';
import Picture from './Picture.svelte';
import Pictures from './rules/Pictures.svelte';
import type { Effect } from './scenes';
import Scores from './Scores.svelte';
import { voice } from './words';

const GOALS = Array.from({ length: 12 }, (_, n) => `MS-15${(n + 10).toString(36)}`);
const RULES = Array.from({ length: 16 }, (_, n) => `MS-${n + 1}`);

export default [
  {
    name: 'my-shelfie',
    hasSecrets: true,
    hasAreas: true,
    ...voice,
    board: Board,
    picture: Picture,
    scores: Scores,
    moved: Moved,
    heard: (effect) =>
      (effect as Effect).tokens.length ? 'goal' : (effect as Effect).refills ? 'refill' : null,
    rules: RULES.flatMap((rule) => (rule === 'MS-15' ? [rule, ...GOALS] : [rule])),
    rulePictures: Pictures,
    lesson,
  },
] satisfies GameFace[];
