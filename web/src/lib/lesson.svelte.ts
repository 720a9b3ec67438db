/** A lesson under way: which step, what is on the board, and what became of the move tried. */
import { matchesEffect, type EffectPattern } from './effect-matcher';
import { isUnreachable, post } from './api';
import { clamp } from './numbers';
import { callLocal } from './local-tables';
import type { Effect, GameName, MoveIllegal, Played, StudyResult, StudyTask } from './wire';

export interface Step {
  id: string;
  /** The rule it is about. */
  rule: string;
  /** The name of its position. */
  position: string;
  /** The effect that the move must have; a step without a goal is only read. */
  goal?: EffectPattern;
  /** A move that does it. */
  hint?: string;
  /** Answers to moves that do something else; the first that fits is given. */
  say?: { when: EffectPattern; answer: string }[];
  /** Things on the board to look at, such as `slot 3`. */
  show?: string[];
}

/** A lesson as it is written: `lessons/<game>.json`. */
export interface Script {
  game: GameName;
  /** Number of players of the first game after it. */
  players: number;
  steps: Step[];
  positions: Record<string, string[]>;
}

const FIRST_MOVES = 3;

/** Return a short lesson: the first three steps that ask for a move. */
export const firstMoves = (script: Script): Script => ({
  ...script,
  steps: script.steps.filter(({ goal }) => goal !== undefined).slice(0, FIRST_MOVES),
});

type Ask = (task: StudyTask) => Promise<StudyResult>;

/** Ask the server; if it cannot be reached, this device. */
async function study(game: GameName, task: StudyTask): Promise<StudyResult> {
  try {
    return await post<StudyResult>('/study', task);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return callLocal('study', { game, ...task });
  }
}

/** The learner sits here, in every lesson. */
export const LEARNER = 0;
/** Number of failed tries after which a move is shown. */
const MISSES_BEFORE_HINT = 2;
const MOST_PREVIEWS = 64;

export class Lesson {
  index = $state(-1);
  shown = $state.raw<StudyResult | null>(null);
  /** The move that was asked for, once it is made. */
  done = $state.raw<Played | null>(null);
  /** A legal move that did something else, and which answer suits it. */
  missed = $state.raw<{ played: Played; answer: string } | null>(null);
  misses = $state(0);
  /** True once the learner has asked for the hint. */
  isStuck = $state(false);
  /** Grows with every new try: the board starts again. */
  tries = $state(0);

  #previews = new Map<string, Effect | MoveIllegal>();
  #isAsking = false;

  constructor(
    readonly script: Script,
    private readonly ask: Ask = (task) => study(script.game, task),
  ) {}

  get length(): number {
    return this.script.steps.length;
  }

  /** The step now; undefined after the last. */
  get step(): Step | undefined {
    return this.script.steps[this.index];
  }

  get isOver(): boolean {
    return this.index >= this.length;
  }

  /** The moves to choose from, while one is asked for. */
  get moves(): string[] | null {
    return this.step?.goal !== undefined && !this.done && !this.missed ? this.shown!.legal : null;
  }

  get needsHint(): boolean {
    return (this.isStuck || this.misses >= MISSES_BEFORE_HINT) && !this.done;
  }

  /** Go to a step, or beyond the last. */
  async enter(index: number): Promise<void> {
    const wanted = clamp(index, 0, this.length);
    const shown = wanted < this.length ? await this.ask(this.#task(wanted)) : null;
    this.#previews.clear();
    this.index = wanted;
    this.shown = shown;
    this.done = this.missed = null;
    this.misses = 0;
    this.isStuck = false;
    this.tries++;
  }

  next = () => this.enter(this.index + 1);
  back = () => this.enter(this.index - 1);

  /** Make a move. If it is not the one that was asked for, it is answered, not played. */
  async play(move: string): Promise<void> {
    if (this.moves === null || this.#isAsking) return;
    this.#isAsking = true;
    try {
      this.#answer(await this.ask({ ...this.#task(this.index), moves: [move] }));
    } finally {
      this.#isAsking = false;
    }
  }

  #answer(studied: StudyResult): void {
    const played = studied.played[0]!;
    const { goal = {}, say = [] } = this.step!;
    if (matchesEffect(goal, played.effect)) {
      this.shown = studied;
      this.done = played;
    } else {
      const fitting = say.find(({ when }) => matchesEffect(when, played.effect));
      this.missed = { played, answer: fitting ? `no-${fitting.answer}` : 'no' };
      this.misses++;
    }
  }

  tryAgain(): void {
    this.missed = null;
    this.tries++;
  }

  /** Return the effects of moves here; each is asked for once. */
  async preview(moves: string[]): Promise<(Effect | MoveIllegal)[]> {
    const { index } = this;
    const missing = moves.filter((move) => !this.#previews.has(move));
    for (let from = 0; from < missing.length; from += MOST_PREVIEWS) {
      const preview = missing.slice(from, from + MOST_PREVIEWS);
      const { effects } = await this.ask({ ...this.#task(index), preview });
      if (index !== this.index) return [];
      effects.forEach((effect) => this.#previews.set(effect.move, effect));
    }
    return moves.flatMap((move) => this.#previews.get(move) ?? []);
  }

  #task(index: number) {
    const lines = this.script.positions[this.script.steps[index]!.position]!;
    return { position: `${lines.join('\n')}\n`, seat: LEARNER };
  }
}
