/** The move that the viewer is making up: a tile, then a place; or a refill, or the end of a phase. */
import { t } from '../../lib/language.svelte';
import type { Previews } from '../../lib/preview.svelte';
import { NO_MOVE, type PendingMove, type SeatView } from '../board';
import { isSame, choicesOf, parseTake, type Open, type Other } from './moves';
import { REFILL } from './facts';
import type {
  NovaLunaBox,
  NovaLunaEffect,
  NovaLunaScene,
  Place,
  Slot,
  Take,
  TileId,
} from './types';
import { sentenceOf, tileName } from './text';

export interface TurnInput {
  box: NovaLunaBox;
  scene: NovaLunaScene;
  seats: SeatView[];
  moves: string[] | null;
  play: (move: string) => void;
}

export class Turn {
  slot = $state<Slot | null>(null);
  /** The chosen place for the tile in hand, and the place under the pointer or the focus. */
  chosen = $state.raw<Place | null>(null);
  hovered = $state.raw<Place | null>(null);
  /** A move without a tile. */
  other = $state<Other | null>(null);

  readonly choices = $derived.by(() => choicesOf(this.given().moves));
  readonly open = $derived([...this.choices.places.keys()]);
  readonly places = $derived((this.slot !== null && this.choices.places.get(this.slot)) || []);
  readonly tile = $derived.by(() => this.#tileIn(this.slot));
  readonly move = $derived.by(() => this.#move());
  /** The effect shown: at the pointer, else at the chosen place. */
  readonly effect = $derived.by(() => this.#shown());
  readonly hand = $derived.by(() => this.#hand());

  constructor(
    private readonly given: () => TurnInput,
    private readonly previews: Previews<NovaLunaEffect>,
  ) {}

  /** Clear the turn for a new position. */
  clear(): void {
    this.previews.clear();
    this.putBack();
  }

  putBack(): void {
    this.slot = this.chosen = this.hovered = this.other = null;
  }

  pick(slot: Slot): void {
    if (slot === this.slot) return;
    this.putBack();
    this.slot = slot;
    this.previews.want(this.places.map(({ move }) => move));
  }

  /** Have a legal move in hand, ready to be played. */
  hold(move: string): void {
    const take = parseTake(move);
    this.putBack();
    if (!take) return this.toggleOther(move as Other);
    this.pick(take.slot);
    this.choose(take);
  }

  /** Take a tile up, or put it back if it is in hand already. */
  toggle(slot: Slot): void {
    if (slot === this.slot) this.putBack();
    else this.pick(slot);
  }

  choose(place: Place): void {
    this.chosen = place;
  }

  /** Choose a place; a second time, play there. */
  press(place: Place): void {
    if (isSame(place, this.chosen) && this.move) this.given().play(this.move);
    else this.choose(place);
  }

  toggleOther(move: Other): void {
    const was = this.other;
    this.putBack();
    if (was === move) return;
    this.other = move;
    this.previews.want([move]);
  }

  /** Return the place with its move, if it is legal for the tile in hand. */
  legal(place: Place | null): Open | null {
    return this.places.find((free) => isSame(free, place)) ?? null;
  }

  effectAt = (place: Place): Take | null => {
    const open = this.legal(place);
    const effect = open && this.previews.of(open.move);
    return effect?.kind === 'take' ? effect : null;
  };

  /** Number of stones that the move shown would lay. */
  readonly covered = $derived.by(() =>
    this.effect?.kind === 'take' ? this.effect.covers.length : 0,
  );

  /** Tasks of a tile that would be covered. */
  lit = (tile: TileId): number[] => {
    const covers = this.effect?.kind === 'take' ? this.effect.covers : [];
    return covers.filter((cover) => cover.tile === tile).map(({ task }) => task);
  };

  #tileIn(slot: Slot | null) {
    const { box, scene } = this.given();
    const id = slot === null ? null : scene.wheel[slot];
    return id ? box.tiles[id - 1]! : null;
  }

  #move(): string | null {
    if (this.other) return this.other;
    return this.legal(this.chosen)?.move ?? null;
  }

  #shown(): NovaLunaEffect | null {
    if (this.other) return this.previews.of(this.other);
    const place = this.hovered ?? this.chosen;
    return place && this.effectAt(place);
  }

  // --- In words ---

  #hand(): PendingMove {
    const { moves, scene } = this.given();
    if (!moves) return { ...NO_MOVE, rule: waitingRule(scene) };
    const [sentence, rule] = this.effect ? this.#told(this.effect) : this.#asked();
    const action = this.other === REFILL ? 'nl-refill' : this.other ? 'nl-finish' : 'nl-lay';
    return { move: this.move, sentence, action: t(action), rule };
  }

  #told(effect: NovaLunaEffect): [string, string] {
    const rules = { refill: 'NL-7', finish: 'NLS-4', take: 'NL-9' };
    const covers = effect.kind === 'take' && effect.covers.length > 0;
    return [sentenceOf(effect, this.given().seats), covers ? 'NL-12' : rules[effect.kind]];
  }

  #asked(): [string, string] {
    if (this.tile) return [t('nl-choose-place', { tile: tileName(this.tile) }), 'NL-9'];
    if (this.choices.mayRefill) return [t('nl-choose-refill'), 'NL-7'];
    if (this.choices.mayFinish) return [t('nl-choose-finish'), 'NLS-3'];
    return [t('nl-choose-tile', { count: this.open.length }), 'NL-8'];
  }
}

function waitingRule(scene: NovaLunaScene): string {
  if (scene.is_over) return scene.solo ? 'NLS-8' : 'NL-18';
  return scene.solo ? 'NLS-2' : 'NL-5';
}
