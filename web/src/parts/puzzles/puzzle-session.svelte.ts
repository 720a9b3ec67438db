/** A puzzle in progress: the position, the verdict on a try, and the moves of the proof. */
import { get, isUnreachable, post } from '../../lib/api';
import { clamp } from '../../lib/numbers';
import { identity } from '../../lib/identity.svelte';
import { callLocal } from '../../lib/local-tables';
import { withNotice } from '../../lib/notices.svelte';
import type {
  AttemptRequest,
  AttemptShown,
  Effect,
  GameName,
  MoveIllegal,
  Played,
  PuzzleCard,
  PuzzleList,
  PuzzleShown,
  SolverShown,
  StudyResult,
  StudyTask,
} from '../../lib/wire';
import { ratingAfter, nearest, saveRating, ratingOf } from './puzzle-rating';
import { TimedRun } from './timed-run.svelte';

/** A mode (puzzle of the day, rated run, against the clock), or a theme by its kind. */
export type PuzzleMode = string;
export const DAILY = '';
export const RATED_RUN = '*';
export const TIMED_RUN = '!';
/** Rating of the first puzzle against the clock. */
const EASY = 18;

/** Requests about puzzles, to the server or to this device. */
interface PuzzleApi {
  list(): Promise<PuzzleList>;
  get(puzzle: string): Promise<PuzzleShown>;
  attempt(puzzle: string, request: AttemptRequest): Promise<AttemptShown>;
  study(task: StudyTask): Promise<StudyResult>;
}

const pathOf = (game: GameName): string => `/puzzles/${encodeURIComponent(game)}`;

const httpApi = (game: GameName): PuzzleApi => ({
  list: () => get(pathOf(game)),
  get: (puzzle) => get(`${pathOf(game)}/${puzzle}`),
  attempt: (puzzle, request) => post(`${pathOf(game)}/${puzzle}/attempts`, request),
  study: (task) => post('/study', task),
});

const localApi = (game: GameName): PuzzleApi => ({
  list: () => callLocal('listPuzzles', { game }),
  get: (puzzle) => callLocal('getPuzzle', { game, puzzle }),
  attempt: (puzzle, request) => callLocal('tryPuzzle', { game, puzzle, ...request }),
  study: (task) => callLocal('study', { game, ...task }),
});

export class PuzzleSession {
  puzzle = $state.raw<PuzzleShown | null>(null);
  shown = $state.raw<StudyResult | null>(null);
  judged = $state.raw<AttemptShown | null>(null);
  /** Number of moves of the line that are on the board. */
  at = $state(0);
  /** Grows with every try: the board starts again. */
  tries = $state(0);
  solver = $state.raw(ratingOf(''));
  /** Rating before this puzzle. */
  before = $state(0);

  readonly streak: TimedRun;

  private constructor(
    readonly list: PuzzleList,
    private readonly api: PuzzleApi,
    readonly isLocal: boolean,
  ) {
    this.solver = ratingOf(list.game);
    this.streak = new TimedRun(list.game, () => void withNotice(this.play(null)));
  }

  /** The moves to choose from; null once a move was judged. */
  get moves(): string[] | null {
    return this.judged ? null : (this.shown?.legal ?? null);
  }

  get last(): Played | null {
    return this.shown?.played.at(-1) ?? null;
  }

  get isFirstTry(): boolean {
    return this.puzzle !== null && !(this.puzzle.id in this.solver.tried);
  }

  /** Fetch the puzzles of a game from the server; if it cannot be reached, from this device. */
  static async of(game: GameName): Promise<PuzzleSession> {
    const [server, device] = [httpApi(game), localApi(game)];
    try {
      const solving = new PuzzleSession(await server.list(), server, false);
      await solving.#recall();
      return solving;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return new PuzzleSession(await device.list(), device, true);
    }
  }

  /** Read from the server what an account has tried. */
  async #recall(): Promise<void> {
    if ((await identity.look())?.kind !== 'account') return;
    const { rating, tries } = await get<SolverShown>(`${pathOf(this.list.game)}/solver`);
    const tried = Object.fromEntries(tries.map(({ puzzle, is_right }) => [puzzle, is_right]));
    this.solver = { rating, tried };
  }

  /** Show the next puzzle of a mode or theme; against the clock a new run starts. */
  next(way: PuzzleMode): Promise<void> {
    if (way === TIMED_RUN) this.streak.start();
    else this.streak.stop();
    return this.#next(way);
  }

  #next(way: PuzzleMode): Promise<void> {
    const { list, puzzle, solver } = this;
    const fitting = list.puzzles.filter(({ id, kind }) =>
      way === DAILY ? id === list.today : way === RATED_RUN || way === TIMED_RUN || kind === way,
    );
    const rating = way === TIMED_RUN ? EASY + 2 * this.streak.count : solver.rating;
    return this.#enter(nearest(fitting, { ...solver, rating }, puzzle?.id));
  }

  async #enter({ id }: PuzzleCard): Promise<void> {
    this.puzzle = await this.api.get(id);
    this.before = this.solver.rating;
    await this.again();
  }

  async again(): Promise<void> {
    this.shown = await this.#study([]);
    this.judged = null;
    this.at = 0;
    this.tries++;
  }

  /** Try a move; null gives up. Only the first try at a puzzle counts. */
  async play(move: string | null): Promise<void> {
    if (!this.puzzle || this.judged) return;
    const { id } = this.puzzle;
    if (!this.isLocal) await identity.need(); // tries are counted per person
    const is_rated = !this.streak.isOn;
    const judged = await this.api.attempt(id, { move, is_rated });
    this.#count(this.puzzle, judged, is_rated);
    if (!is_rated && judged.is_right) {
      this.streak.found();
      return this.#next(TIMED_RUN);
    }
    this.streak.stop();
    this.judged = judged;
    await this.walk(1);
  }

  #count(puzzle: PuzzleCard, { is_right, rating }: AttemptShown, isRated: boolean): void {
    const { tried, rating: found } = ratingAfter(this.solver, puzzle, is_right);
    this.solver = { tried, rating: rating ?? (isRated ? found : this.solver.rating) };
    if (rating === null) saveRating(this.list.game, this.solver);
  }

  /** Show another place of the proof. */
  async walk(at: number): Promise<void> {
    const { line, position } = this.judged!;
    this.at = clamp(at, 0, line.length);
    this.shown = await this.#study(line.slice(0, this.at), [], position);
  }

  /** Return what moves would do. */
  async preview(moves: string[]): Promise<(Effect | MoveIllegal)[]> {
    return (await this.#study([], moves)).effects;
  }

  #study(
    moves: string[],
    preview: string[] = [],
    position = this.puzzle!.position,
  ): Promise<StudyResult> {
    return this.api.study({ position, seat: this.puzzle!.seat, moves, preview });
  }
}
