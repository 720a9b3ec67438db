/** What the table and a game's board have to do with each other. */
import type { Component } from 'svelte';

import type { Values } from '../lib/language.svelte';
import type { MoveSound } from '../lib/sound';
import type { Box, Effect, GameName, MoveIllegal, Played, Scene, Seat } from '../lib/wire';

/** A seat as boards show it. */
export interface SeatLook {
  seat: Seat;
  name: string;
  /** One or two letters. */
  initial: string;
  /** 0 for you, 1 to 3 for the others: `var(--seat-0)` is your purple. */
  colour: number;
  isMe: boolean;
  isBot: boolean;
}

/** The move that is being made up. */
export interface Hand {
  /** Complete and legal, ready to be played; null while something is missing. */
  move: string | null;
  /** What it would do, or what is missing, in words: shown under the board, and read aloud. */
  sentence: string;
  /** Words of the primary button, such as "Lay it here". */
  action: string;
  /** The rule that matters now, by its id. */
  rule: string | null;
}

/** A move drawn onto the board for study: hints and analysis. */
export interface Mark {
  move: string;
  /** Such as `64%`. */
  label: string;
  /** 1 for the best; others fainter. */
  rank: number;
  effect?: Effect;
}

/** What a move is judged in. */
export interface Situation<B extends Box = Box, S extends Scene = Scene> {
  box: B;
  scene: S;
  seats: SeatLook[];
}

/** Something that speaks for a move beside others, in the game's words. */
export interface Point {
  /** Of two moves, points of the same kind are compared. */
  key: string;
  /** More is better; a move without such a point has 0. */
  value: number;
  text: string;
}

export interface BoardProps<
  B extends Box = Box,
  S extends Scene = Scene,
  E extends Effect = Effect,
> {
  box: B;
  scene: S;
  /** The same as text, for a board that cannot draw it. */
  position?: string;
  /** Through whose eyes: that seat's things are "mine"; null for a spectator. */
  viewer: Seat | null;
  seats: SeatLook[];
  /** The legal moves, where it is the viewer's turn; null: only look. */
  moves: string[] | null;
  /** What these moves would do. Answers are remembered. */
  preview: (moves: string[]) => Promise<(E | MoveIllegal)[]>;
  /** Play a move. */
  play: (move: string) => void;
  /** Whether this is a game as it went: nobody moves here. */
  isPast?: boolean;
  /** The move that led here, for a highlight and for the animation. */
  last: Played<E> | null;
  /** What others played since the viewer's last turn: highlighted too. */
  news?: Played<E>[];
  /** A move of the list that somebody points at. */
  pointed: Played<E> | null;
  marks: Mark[];
  /** A legal move to be taken in hand, as if somebody had made it up. */
  wanted?: { move: string } | null;
  /** Bound: what is in hand. The frame shows its sentence and the button that plays it. */
  hand: Hand;
  /** Bound: whose things are shown large, over the board. Given to boards of a face that `hasAreas`. */
  enlarged?: Seat | null;
}

/** How a seat stands, for the strip of seats: a number, and the same in words. */
export interface Standing {
  value: number;
  words: string;
}

/** The moves that boards mark as new. */
export const recentOf = <E extends Effect>(
  given: Pick<BoardProps<Box, Scene, E>, 'last' | 'news'>,
): Played<E>[] => [...(given.news ?? []), ...(given.last ? [given.last] : [])];

export const EMPTY_HAND: Hand = { move: null, sentence: '', action: '', rule: null };

export type BoardComponent = Component<BoardProps, object, 'hand' | 'enlarged'>;

/** A game draws what its own server sent: the types meet here. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Drawn<Bound extends string = ''> = Component<any, object, Bound>;

/** Everything the page knows of one game: `face.ts` of a folder here exports a list of them. */
export interface GameFace {
  name: GameName;
  /** What it is called where its words say nothing. */
  title?: string;
  /** Whether a seat sees what the others may not: the screen is covered between two turns on it. */
  hasSecrets?: boolean;
  /** Whether it plays by night unless somebody wants otherwise. */
  isNight?: boolean;
  board: Drawn<'hand' | 'enlarged'>;
  /** Whether every seat has things of its own, which can be looked at large. */
  hasAreas?: boolean;
  /** How a seat stands at a glance. */
  standing?(scene: Scene, seat: Seat): Standing;
  /** Our picture for the home page and the lessons. */
  picture: Component;
  /** The final count, laid out like a score pad. Takes `ScoresProps`. */
  scores: Drawn;
  /** Draws what was moved, as high as `--moved` says. Takes `{ played, box }`. */
  moved?: Drawn;
  /** A played move in words, such as "takes the red 5, covers 2 tasks". */
  tell(played: Played, box: Box): string;
  /** What else is heard of it than a tile that is laid. */
  heard?(effect: Effect): MoveSound | null;
  /** The same for moves that come to the same; without it every move is one of its own. */
  idea?(effect: Effect): string;
  /** What speaks for a move or against it, the most important first. */
  points?(effect: Effect, given: Situation): Point[];
  /** The facts of why a move was worse, as the sentence wants them: things by their names. */
  reason?(facts: Record<string, unknown>, box: Box): Values;
  /** What decided a game that is over, in a sentence; "" where nothing did. */
  decided?(given: Situation): string;
  /** The rules, in order: each has the messages `rule-X-1` (title) and `rule-X-1-text`. */
  rules: string[];
  /** Draws the picture of a rule, or nothing. Takes `{ rule, box }`. */
  rulePictures?: Drawn;
  /** Where its lesson is. */
  lesson?: string;
  /** The game for one that is played with the same box, offered beside it. */
  solo?: GameName;
}

export interface ScoresProps<B extends Box = Box, S extends Scene = Scene> {
  box: B;
  scene: S;
  seats: SeatLook[];
  /** Games for one: what our solver makes of the deal, once that is known. */
  par?: number | null;
}
