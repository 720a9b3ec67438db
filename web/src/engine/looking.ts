/** News of a server's table that came as bytes, as the server would have drawn them. */
import type { Played, UpdateMessage, View } from '../lib/wire.ts';
import type { Game } from './game.ts';
import { stateOf } from './packing.ts';
import { Refusal } from './refusal.ts';

/** `before`: the view that came before it, in which one sees what a move did. */
export function draw(game: Game, update: UpdateMessage, before: View | null): UpdateMessage {
  const { info, events } = update;
  const view = update.view!;
  const seen = stateOf(game, view.state!);
  const isTurn = info.mover !== null && info.mover === view.seat;
  const moves = isTurn ? game.moves(seen, game.legal(seen)) : null;
  const played =
    update.played ??
    events.flatMap(({ seq, event }) =>
      event.kind === 'moved' ? [{ seq, ...recount(game, event.move, view, before) }] : [],
    );
  return { ...update, view: { ...view, scene: game.scene(seen), moves }, played };
}

function recount(game: Game, move: string, { number }: View, before: View | null): Played {
  const then = before?.number === number - 1 && stateOf(game, before.state!);
  const action = then && game.find(then, move);
  if (!then || action == null) throw new Refusal('stale', `no ${move} here`);
  const effect = game.effect(then, action as number);
  return { ply: before.ply, seat: effect.seat, move, effect };
}
