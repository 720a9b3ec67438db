import { beforeEach, describe, expect, it, vi } from 'vitest';

import { GAMES } from '../../../src/games/registry';
import { Turn, type TurnInput } from '../../../src/games/nova-luna/turn.svelte';
import type {
  NovaLunaBox,
  NovaLunaEffect,
  NovaLunaScene,
} from '../../../src/games/nova-luna/types';
import { placeLabel, sentenceOf, describeMove, tileLabel } from '../../../src/games/nova-luna/text';
import type { Language } from '../../../src/lib/language.svelte';
import { Previews } from '../../../src/lib/preview.svelte';
import { speak, SPOKEN, wordsOf } from '../../support/languages';
import start from '../../fixtures/nova-luna-start.json';
import middle from '../../fixtures/nova-luna-3.json';
import refill from '../../fixtures/nova-luna-refill.json';
import solo from '../../fixtures/nova-luna-solo-1.json';

const box = middle.box as NovaLunaBox;
const seats = ['You', 'Bot', 'Guest', 'Ada'].map((name, seat) => ({
  seat,
  name,
  initial: name[0]!,
  colour: seat,
  isMe: seat === 0,
  isBot: false,
}));

describe('words', () => {
  it('tell every rule', () => {
    const known = Object.keys(wordsOf('en'));
    for (const rule of ['nova-luna', 'nova-luna-solo'].flatMap((game) => GAMES.get(game)!.rules)) {
      expect(known).toContain(`rule-${rule}`);
      expect(known).toContain(`rule-${rule}-text`);
    }
  });
});

describe('in English', () => {
  beforeEach(() => speak('en'));

  it('names a tile with its tasks', () => {
    expect(tileLabel(box.tiles[47]!)).toBe('red 5, tasks: 2 blue; 1 yellow');
    expect(tileLabel(box.tiles[47]!, [0], [1])).toBe(
      'red 5, tasks: 2 blue (covered); 1 yellow (would be covered)',
    );
    expect(tileLabel(box.tiles[0]!)).toBe('cyan 1, no tasks');
    expect(tileLabel(box.tiles[40]!)).toContain('1 blue, 1 cyan, 1 red, 1 yellow; 3 cyan');
  });

  it('names a place by its neighbours', () => {
    const area = [
      { tile: 48, x: 0, y: 0, covered: [] },
      { tile: 1, x: 1, y: 1, covered: [] },
      { tile: 18, x: 5, y: 5, covered: [] },
    ];
    expect(placeLabel({ x: 1, y: 0 }, area, box, null)).toBe('Beside red 5, cyan 1');
    const effect = take({ covers: [{ tile: 48, task: 0 }] });
    expect(placeLabel({ x: 1, y: 0 }, area, box, effect)).toBe(
      'Beside red 5, cyan 1: covers 1 task',
    );
    expect(placeLabel({ x: 0, y: 0 }, [], box, null)).toBe('The middle of your area');
  });

  it('says what a move would do', () => {
    const two = [
      { tile: 1, task: 0 },
      { tile: 2, task: 0 },
    ];
    expect(sentenceOf(take({ covers: two, discs: 9, cost: 4, next: 2 }), seats)).toBe(
      'Here: covers 2 tasks · 9 discs left · costs 4 time · Guest moves next',
    );
    expect(sentenceOf(take({ next: 0 }), seats)).toMatch(/covers nothing .* you move again$/);
    expect(sentenceOf(take({ ends: true, next: null, discs: 0 }), seats)).toMatch(/you win$/);
    expect(sentenceOf(take({ ends: true, next: null, discs: 3 }), seats)).toMatch(/the game ends$/);
  });

  it('names sums instead of time in the solo game', () => {
    const alone = { sum: 31, phase_ends: false, missing: null };
    expect(sentenceOf(take({ ...alone, discs: 14 }), seats)).toBe(
      'Here: covers nothing · 14 discs left · sum 31',
    );
    expect(sentenceOf(take({ ...alone, phase_ends: true, missing: 2 }), seats)).toMatch(
      /sum 31 · phase one ends, 2 discs missing$/,
    );
  });
});

describe('a played move', () => {
  const played = (effect: object) =>
    ({ ply: 3, seat: 0, move: '', effect: { kind: 'take', ...effect } }) as never;
  const cases: [Language, string, string, string][] = [
    ['en', 'takes the red 5, covers 2 tasks', 'takes the cyan 1', 'refills the wheel with 9 tiles'],
    ['de', 'nimmt Rot 5, bedeckt 2 Aufgaben', 'nimmt Türkis 1', 'füllt das Rad mit 9 Plättchen auf'],
    ['uk', 'бере червоний 5, закриває 2 завдання', 'бере бірюзовий 1', 'заповнює Коло: 9 тайлів'],
    ['ru', 'берёт красный 5, закрывает 2 задания', 'берёт бирюзовый 1', 'заполняет колесо: 9 жетонов'],
  ]; // prettier-ignore

  it.each(cases)('is told in %s', async (language, covering, plain, refilled) => {
    await speak(language);
    const covers = [{ tile: 1, task: 0 }, { tile: 2, task: 0 }]; // prettier-ignore
    expect(describeMove(played({ tile: 48, covers }), box)).toBe(covering);
    expect(describeMove(played({ tile: 1, covers: [] }), box)).toBe(plain);
    expect(describeMove(played({ kind: 'refill', tiles: 9 }), box)).toBe(refilled);
    expect(describeMove(played({ kind: 'finish', sum: 35 }), box)).toContain('35');
  });

  it.each(SPOKEN)('leaves no gap in %s', async (language) => {
    await speak(language);
    for (const { last } of [middle, refill, solo]) {
      expect(describeMove(last as never, box)).not.toMatch(/[{}]|nl-/);
    }
  });
});

describe('a turn', () => {
  interface Position {
    box: unknown;
    scene: unknown;
    moves: string[] | null;
    effects: unknown[];
  }

  function begin(fixture: Position) {
    const played: string[] = [];
    const effects = fixture.effects as NovaLunaEffect[];
    const given: TurnInput = {
      box,
      scene: fixture.scene as NovaLunaScene,
      seats,
      moves: fixture.moves,
      play: (move) => played.push(move),
    };
    const previews = new Previews((moves) =>
      Promise.resolve(effects.filter(({ move }) => moves.includes(move))),
    );
    return { turn: new Turn(() => given, previews), played, effects };
  }
  const settled = () => new Promise((done) => setTimeout(done));

  beforeEach(() => speak('en'));

  it('asks for a tile, then a place, and plays at the second press', async () => {
    const { turn, played } = begin(start);
    expect(turn.hand).toMatchObject({
      move: null,
      sentence: 'Take one of the 3 tiles after the crescent.',
      action: 'Lay it here',
      rule: 'NL-8',
    });
    turn.pick(turn.open[1]!);
    expect(turn.hand).toMatchObject({ move: null, rule: 'NL-9' });
    await settled();
    turn.press(turn.places[0]!);
    expect(turn.hand.move).toBe('2@0,0');
    expect(turn.hand.sentence).toMatch(/^Here: covers nothing · 20 discs left/);
    expect(played).toEqual([]);
    turn.press(turn.places[0]!);
    expect(played).toEqual(['2@0,0']);
  });

  it('highlights covered tasks under the pointer and keeps the selection', async () => {
    const { turn, effects } = begin(middle);
    const best = effects.find((effect) => effect.kind === 'take' && effect.covers.length > 1)!;
    if (best.kind !== 'take') throw new Error('expected a take');
    turn.pick(best.slot);
    await settled();
    turn.choose(turn.places[0]!);
    const chosen = turn.hand.move;
    turn.hovered = turn.legal(best);
    const { tile, task } = best.covers[0]!;
    expect(turn.lit(tile)).toContain(task);
    expect(turn.hand.sentence).toBe(sentenceOf(best, seats));
    expect(turn.hand.move).toBe(chosen);
    expect(turn.legal({ x: 99, y: 99 })).toBeNull();
  });

  it('offers a refill beside the tiles', async () => {
    const { turn } = begin(refill);
    expect(turn.hand.rule).toBe('NL-7');
    turn.toggleOther('refill');
    await settled();
    expect(turn.hand).toMatchObject({ move: 'refill', action: 'Refill the wheel', rule: 'NL-7' });
    expect(turn.hand.sentence).toMatch(/^Refills the wheel with \d+ tiles/);
    turn.pick(turn.open[0]!);
    expect(turn.hand.move).toBeNull();
  });

  it('offers to end phase one', async () => {
    const { turn } = begin(solo);
    expect(turn.hand.rule).toBe('NLS-3');
    turn.toggleOther('finish');
    await settled();
    expect(turn.hand).toMatchObject({ move: 'finish', action: 'End phase one' });
    expect(turn.hand.sentence).toMatch(/^Ends phase one · first sum 35/);
    turn.toggleOther('finish');
    expect(turn.hand.move).toBeNull();
  });

  it('ignores an answer for an earlier position', async () => {
    const { turn } = begin(start);
    const slot = turn.open[0]!;
    turn.pick(slot);
    turn.clear();
    await settled();
    turn.slot = slot;
    expect(turn.effectAt(turn.places[0]!)).toBeNull();
  });

  it('names the relevant rule: covering or placing', async () => {
    const { turn, effects } = begin(middle);
    const takes = effects.filter((effect) => effect.kind === 'take');
    for (const rule of ['NL-12', 'NL-9']) {
      const best = takes.find(({ covers }) => covers.length > 0 === (rule === 'NL-12'))!;
      turn.pick(best.slot);
      await vi.waitFor(() => expect(turn.effectAt(best)).not.toBeNull());
      turn.choose(turn.legal(best)!);
      expect(turn.hand.rule).toBe(rule);
    }
  });

  it('plays only at legal places', () => {
    const { turn, played } = begin(start);
    turn.pick(turn.open[0]!);
    turn.press({ x: 99, y: 99 });
    turn.press({ x: 99, y: 99 });
    expect(played).toEqual([]);
  });

  it.each([
    ['NL-5', false, start],
    ['NL-18', true, start],
    ['NLS-2', false, solo],
    ['NLS-8', true, solo],
  ])('waits under rule %s', (rule, is_over, fixture) => {
    const { turn } = begin({ ...fixture, scene: { ...fixture.scene, is_over }, moves: null });
    expect(turn.hand.rule).toBe(rule);
  });

  it('has no selection on another player’s turn', () => {
    const { turn } = begin({ ...start, moves: null });
    expect(turn.hand).toEqual({ move: null, sentence: '', action: '', rule: 'NL-5' });
  });
});

function take(change: object) {
  const plain = { move: '1@1,0', kind: 'take', seat: 0, next: 1, ends: false, slot: 1, tile: 48 };
  return { ...plain, x: 1, y: 0, covers: [], discs: 12, cost: 5, tiles: 0, ...change } as never;
}
