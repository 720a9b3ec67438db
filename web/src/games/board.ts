/** The interface between a table and a game's board. */
import type { Component } from 'svelte';

import type { Near } from '../lib/popover-position';
import type { MoveSound } from '../lib/sound';
import type * as wire from '../lib/wire';
import type { Box, Effect, GameName, MoveIllegal, Scene, Seat } from '../lib/wire';

/** A move that was played, with the effect of a game. */
export interface Played<E extends Effect = Effect> extends wire.Played {
  effect: E;
}

/** A seat as boards show it. */
export interface SeatView {
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
export interface PendingMove {
  /** Complete and legal, ready to be played; null while something is missing. */
  move: string | null;
  /** Its effect in words, or what is missing: shown under the board, and read aloud. */
  sentence: string;
  /** Words of the primary button, such as "Lay it here". */
  action: string;
  /** The rule that matters now, by its id. */
  rule: string | null;
  /** The place of the move: the sentence floats beside it and covers nothing that must stay free. */
  near?: Near | null;
}

/** A move drawn onto the board for study: hints and analysis. */
export interface Mark {
  move: string;
  /** Such as `64%`. */
  label: string;
  /** 1 for the best; others fainter. */
  rank: number;
  effect?: Effect;
  /** In a review: the move that was played (red), or a better one (gold); the label has a sign, too. */
  sign?: 'played' | 'better';
}

/** The position in which a move is judged. */
export interface Situation<B extends Box = Box, S extends Scene = Scene> {
  box: B;
  scene: S;
  seats: SeatView[];
}

/** A reason for a move over others, in the game's words. */
export interface Reason {
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
  /** The position as text, for a board that cannot draw it. */
  position?: string;
  /** Through whose eyes: that seat's things are "mine"; null for a spectator. */
  viewer: Seat | null;
  seats: SeatView[];
  /** The legal moves, where it is the viewer's turn; null: only look. */
  moves: string[] | null;
  /** Return the effects of these moves. Answers are cached. */
  preview: (moves: string[]) => Promise<(E | MoveIllegal)[]>;
  /** Play a move. */
  play: (move: string) => void;
  /** True for a past game: the board takes no moves. */
  isPast?: boolean;
  /** The move that led here, for a highlight and for the animation. */
  last: Played<E> | null;
  /** The moves of other players since the viewer's last turn, highlighted as well. */
  news?: Played<E>[];
  /** The move of the list that is pointed at. */
  pointed: Played<E> | null;
  marks: Mark[];
  /** A legal move to be taken in hand, as if the player had made it up. */
  wanted?: { move: string } | null;
  /** True while the final count runs: the board shows only points that have landed. */
  isCounting?: boolean;
  /** Bound: what is in hand. The frame shows its sentence and the button that plays it. */
  hand: PendingMove;
  /** Bound: whose things are shown large, over the board. Given to boards of a face that `hasAreas`. */
  enlarged?: Seat | null;
}

/** The standing of a seat for the strip of seats: a number, and the same in words. */
export interface Standing {
  value: number;
  words: string;
}

/** The moves that boards mark as new. */
export const recentOf = <E extends Effect>(
  given: Pick<BoardProps<Box, Scene, E>, 'last' | 'news'>,
): Played<E>[] => [...(given.news ?? []), ...(given.last ? [given.last] : [])];

export const NO_MOVE: PendingMove = { move: null, sentence: '', action: '', rule: null };

export type BoardComponent = Component<BoardProps, object, 'hand' | 'enlarged'>;

/** Something that counts at the end of a game. */
export interface Gain {
  seat: Seat;
  /** Points that fly to the seat; 0: it only glows. */
  points: number;
  /** Selectors of what glows on the board. Of several drawings of one thing the visible ones do. */
  at: string[];
}

/** A game draws what its own server sent: the types meet here. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Drawn<Bound extends string = ''> = Component<any, object, Bound>;

/** The components that draw a game: the default export of `components.ts`, fetched with the first board. */
export interface GameComponents {
  board: Drawn<'hand' | 'enlarged'>;
  /** The final count, laid out like a score pad. Takes `ScoresProps`. */
  scores: Drawn;
  /**
   * The count on the board, step by step: gains of one step are shown together. The points of a seat in all
   * steps add up to its score. Areas of seats bear `data-area`: the light goes to that of the winner.
   */
  count?(given: Situation): Gain[][];
  /** Draws a position as a picture without words, to be known again. Takes `SmallBoardProps`. */
  small?: Drawn;
  /** Draws what was moved, as high as `--moved` says. Takes `{ played, box }`. */
  moved?: Drawn;
  /** Fetch the component that draws the picture of a rule, or nothing. Takes `{ rule, box }`. */
  rulePictures?: () => Promise<Drawn>;
}

/** The part of a game that the page loads at once: `game-ui.ts` of its folder exports a list of them. */
export interface GameMeta {
  name: GameName;
  /** The title, if the messages have none. */
  title?: string;
  /** True if seats have secrets: the screen is covered between two turns on one device. */
  hasSecrets?: boolean;
  /** True for a dark theme, unless the reader chose one. */
  isNight?: boolean;
  /** True if every seat has an area of its own, which can be enlarged. */
  hasAreas?: boolean;
  /** Return the standing of a seat. */
  standing?(scene: Scene, seat: Seat): Standing;
  /** Gradients and shapes that its drawings refer to by id, put into the page once. */
  materials?: Component;
  /** Our picture for the home page and the lessons. */
  picture: Component;
  /** A played move in words, such as "takes the red 5, covers 2 tasks". */
  describeMove(played: Played, box: Box): string;
  /** Return the sound of a move, if it is another than that of a tile. */
  moveSound?(effect: Effect): MoveSound | null;
  /** Return an equal key for moves with an equal effect; without it every move is a suggestion of its own. */
  suggestionKey?(effect: Effect): string;
  /** Return the reasons for and against a move, the most important first. */
  points?(effect: Effect, given: Situation): Reason[];
  /** Return a sentence on what decided a finished game; "" if nothing did. */
  decided?(given: Situation): string;
  /** One thing that a seat that did not win can learn from the result; "" where there is none. */
  advice?(given: Situation, seat: Seat): string;
  /** For one player: whether the result misses the mark. Less is better there. */
  isMissed?(scene: Scene): boolean;
  /** The rules, in order: each has the messages `rule-X-1` (title) and `rule-X-1-text`. */
  rules: string[];
  /** Address of its lesson. */
  lesson?: string;
  /** The game for one that is played with the same box, offered beside it. */
  solo?: GameName;
  /** Fetch what draws it. */
  loadComponents(): Promise<GameComponents>;
}

/** Everything the page knows of a game. */
export type GameUi = GameMeta & GameComponents;

export interface SmallBoardProps {
  box: Box;
  scene: Scene;
  /** The seat whose area is shown, if every seat has one. */
  seat: Seat;
}

export interface ScoresProps<B extends Box = Box, S extends Scene = Scene> {
  box: B;
  scene: S;
  seats: SeatView[];
  /** Games for one: what our solver makes of the deal, once that is known. */
  par?: number | null;
}
