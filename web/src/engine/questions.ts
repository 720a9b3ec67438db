/** Questions about positions that the page brings along: of lessons, of a server's tables. Nothing is kept. */
import type { GameName, StudyTask, UpdateMessage, View } from '../lib/wire.ts';
import { tryMove } from './conversation.ts';
import type { Engine } from './engines.ts';
import { study } from './lesson.ts';
import { draw } from './looking.ts';
import { stateOf } from './packing.ts';
import type { Answer } from './routes.ts';
import { analyse, deepen, foretell } from './study.ts';

interface Given {
  game: GameName;
  /** Bytes in base64: what the reader may know. */
  state: string;
  states: string[];
  moves: string[];
  most: number;
  update: UpdateMessage;
  before: View | null;
}

type Question = (engine: Engine, given: Given, signal: AbortSignal) => Answer | Promise<Answer>;

const SECONDS = 2;

export const QUESTIONS: Record<string, Question> = {
  ready: () => ({ json: null }),
  study: (engine, given) => ({ json: study(engine, given as unknown as StudyTask) }),
  preview: ({ game }, { state, moves }) => {
    const seen = stateOf(game, state);
    return { json: moves.map((move) => tryMove(game, seen, move)) };
  },
  look: ({ game }, { update, before }) => ({ json: draw(game, update, before) }),
  hint: async (engine, { state, most }, signal) => ({
    json: await analyse(engine, stateOf(engine.game, state), { seconds: SECONDS, most, signal }),
  }),
  deepen: (engine, { state, most }, signal) => ({
    lines: deepen(engine, stateOf(engine.game, state), { most, signal }),
  }),
  chances: (engine, { states }, signal) => ({
    lines: foretell(
      engine,
      states.map((state) => stateOf(engine.game, state)),
      signal,
    ),
  }),
};
