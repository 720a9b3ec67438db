/** A puzzle under way: what is on the board, what became of the try, and the walk through the proof. */
import { get, isOut, post } from '../../lib/api';
import { clamp } from '../../lib/clamp';
import { identity } from '../../lib/identity.svelte';
import { trying } from '../../lib/notices.svelte';
import type {
  AttemptShown,
  Effect,
  GameName,
  MoveIllegal,
  Played,
  PuzzleCard,
  PuzzleList,
  PuzzleShown,
  SolverShown,
  Studied,
} from '../../lib/wire';
import { after, nearest, remember, solverOf } from './ratings';
import { Streak } from './streak.svelte';

/** The puzzle of the day, one after the other as they suit, against the clock, or those of one kind. */
export type Way = string;
export const TODAY = '';
export const RUN = '*';
export const STREAK = '!';
const HERE = '/local';
/** How hard the first against the clock is. */
const EASY = 18;

export class Solving {
  puzzle = $state.raw<PuzzleShown | null>(null);
  shown = $state.raw<Studied | null>(null);
  judged = $state.raw<AttemptShown | null>(null);
  /** How many moves of the line are played on the board. */
  at = $state(0);
  /** Grows with every new try: the board begins anew. */
  tries = $state(0);
  solver = $state.raw(solverOf(''));
  /** What the rating was before this puzzle. */
  before = $state(0);

  readonly streak: Streak;

  /** `root`: before all paths, where this device answers. */
  constructor(
    readonly list: PuzzleList,
    readonly root = '',
  ) {
    this.solver = solverOf(list.game);
    this.streak = new Streak(list.game, () => void trying(this.play(null)));
  }

  /** The moves to choose from, while one is looked for. */
  get moves(): string[] | null {
    return this.judged ? null : (this.shown?.legal ?? null);
  }

  get last(): Played | null {
    return this.shown?.played.at(-1) ?? null;
  }

  get isFirstTry(): boolean {
    return this.puzzle !== null && !(this.puzzle.id in this.solver.tried);
  }

  /** A game's, of the server, or of this device where none answers. */
  static async of(game: GameName): Promise<Solving> {
    const path = `/puzzles/${encodeURIComponent(game)}`;
    try {
      const solving = new Solving(await get<PuzzleList>(path));
      await solving.#recall();
      return solving;
    } catch (error) {
      if (!isOut(error)) throw error;
      return new Solving(await get<PuzzleList>(HERE + path), HERE);
    }
  }

  /** Of an account the server knows what was tried. */
  async #recall(): Promise<void> {
    if ((await identity.look())?.kind !== 'account') return;
    const { rating, tries } = await get<SolverShown>(`${this.#path}/solver`);
    const tried = Object.fromEntries(tries.map(({ puzzle, is_right }) => [puzzle, is_right]));
    this.solver = { rating, tried };
  }

  get #path(): string {
    return `${this.root}/puzzles/${this.list.game}`;
  }

  /** The next one of its kind; against the clock, of a new go. */
  next(way: Way): Promise<void> {
    if (way === STREAK) this.streak.start();
    else this.streak.stop();
    return this.#next(way);
  }

  #next(way: Way): Promise<void> {
    const { list, puzzle, solver } = this;
    const fitting = list.puzzles.filter(({ id, kind }) =>
      way === TODAY ? id === list.today : way === RUN || way === STREAK || kind === way,
    );
    const rating = way === STREAK ? EASY + 2 * this.streak.count : solver.rating;
    return this.#enter(nearest(fitting, { ...solver, rating }, puzzle?.id));
  }

  async #enter({ id }: PuzzleCard): Promise<void> {
    this.puzzle = await get<PuzzleShown>(`${this.#path}/${id}`);
    this.before = this.solver.rating;
    await this.again();
  }

  async again(): Promise<void> {
    this.shown = await this.#study([]);
    this.judged = null;
    this.at = 0;
    this.tries++;
  }

  /** Try a move; none: give up. Only the first try at a puzzle counts. */
  async play(move: string | null): Promise<void> {
    if (!this.puzzle || this.judged) return;
    const { id } = this.puzzle;
    if (!this.root) await identity.need(); // tries are counted for each person
    const is_rated = !this.streak.isOn;
    const judged = await post<AttemptShown>(`${this.#path}/${id}/attempts`, { move, is_rated });
    this.#count(this.puzzle, judged, is_rated);
    if (!is_rated && judged.is_right) {
      this.streak.found();
      return this.#next(STREAK);
    }
    this.streak.stop();
    this.judged = judged;
    await this.walk(1);
  }

  #count(puzzle: PuzzleCard, { is_right, rating }: AttemptShown, isRated: boolean): void {
    const { tried, rating: found } = after(this.solver, puzzle, is_right);
    this.solver = { tried, rating: rating ?? (isRated ? found : this.solver.rating) };
    if (rating === null) remember(this.list.game, this.solver);
  }

  /** To another place of the proof. */
  async walk(at: number): Promise<void> {
    const { line, position } = this.judged!;
    this.at = clamp(at, 0, line.length);
    this.shown = await this.#study(line.slice(0, this.at), [], position);
  }

  /** What moves would do. */
  async preview(moves: string[]): Promise<(Effect | MoveIllegal)[]> {
    return (await this.#study([], moves)).effects;
  }

  #study(
    moves: string[],
    preview: string[] = [],
    position = this.puzzle!.position,
  ): Promise<Studied> {
    const { seat, game } = this.puzzle!;
    const task = { position, seat, moves, preview };
    return post<Studied>(`${this.root}/study`, this.root ? { ...task, game } : task);
  }
}
