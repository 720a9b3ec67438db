/** A game as text, in the format of `tilewright.records.record`. */
import type { Seat } from '../lib/wire.ts';
import { fullName, type Match } from './match.ts';
import { RECORD_COMMENT } from './worker-messages.ts';
import { Refusal } from './errors.ts';

export function formatRecord(match: Match): string {
  const { terms, kept, game, outcome, forfeits } = match;
  if (!match.isOver) throw new Refusal('hidden', 'expected a match that is over');
  if (kept.start)
    throw new Refusal('refused', 'a game that began in the middle has no record here');
  const options = Object.entries(terms.options).map(([name, value]) => `${name}=${value}`);
  const moves = match.actions.map(
    (action, ply) => `  ${ply + 1}. ${game.moves(match.states[ply]!, [action])[0]}`,
  );
  const lines = [
    RECORD_COMMENT,
    'tilewright: record 1',
    `game: ${terms.game}`,
    `players: ${terms.players}`,
    `options: ${options.join(' ') || 'none'}`,
    `seed: ${kept.seed}`,
    `seats: ${match.chairs.map((_, seat) => seatWord(match, seat)).join(' ')}`,
    ...(moves.length > 0 ? ['moves:', ...moves] : ['moves: none']),
    ...(forfeits.length > 0
      ? [`forfeits: ${forfeits.map((forfeit) => forfeit.join(' ')).join(', ')}`]
      : []),
    `result: ${outcome!.scores.join(' ')}`,
    ...(forfeits.length > 0 ? [`places: ${outcome!.places.join(' ')}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Return the name of a seat in the letters that a record allows. */
function seatWord({ chairs }: Match, seat: Seat): string {
  const who = chairs[seat]!.who!;
  const name = who.kind === 'bot' ? fullName(who) : who.name;
  return name.replace(/[^!-~]+/g, '_').replace(/^_+|_+$/g, '') || `seat-${seat}`;
}
