import { beforeEach, describe, expect, test, vi } from 'vitest';

import { handleOf } from '../../../src/games/polyssimo/geometry';
import { Keyboard } from '../../../src/games/polyssimo/keyboard-input.svelte';
import { LegalMoves } from '../../../src/games/polyssimo/moves';
import { Pointing } from '../../../src/games/polyssimo/pointer-input.svelte';
import { MoveAnimation } from '../../../src/games/polyssimo/move-animation';
import { Turn } from '../../../src/games/polyssimo/turn.svelte';
import type {
  PolyssimoBox,
  PolyssimoEffect,
  PolyssimoScene,
} from '../../../src/games/polyssimo/types';
import { Previews } from '../../../src/lib/preview.svelte';
import { settings } from '../../../src/lib/settings.svelte';
import first from '../../fixtures/polyssimo-first.json';

const box = first.box as unknown as PolyssimoBox;
const scene = first.scene as unknown as PolyssimoScene;
const legal = new LegalMoves(first.moves);
const pieces = scene.seats[scene.mover]!.pieces.filter((name) => legal.countOf(name) > 0);
const piece = pieces[0]!;
/** Pixels of a square, and where the board is in the window. */
const [UNIT, LEFT, TOP] = [20, 100, 50];

let window: EventTarget;
let frames: (() => void)[];
let played: string[];
let turn: Turn;
let pointing: Pointing;

const area = {
  getBoundingClientRect: () => ({ left: LEFT, top: TOP, width: 12 * UNIT }),
  querySelector: () => ({ focus: () => undefined }),
  contains: () => true,
} as unknown as HTMLElement;

beforeEach(() => {
  window = new EventTarget();
  [frames, played] = [[], []];
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
  const previews = new Previews<PolyssimoEffect>(() => Promise.resolve([]));
  turn = new Turn(() => ({ box, scene, legal }), previews);
  pointing = new Pointing(turn, { area: () => area, play: (move) => played.push(move) });
});

const paint = () => frames.splice(0).forEach((work) => work());
const at = (row: number, column: number) => [LEFT + column * UNIT, TOP + row * UNIT] as const;

function happen(type: string, [x, y]: readonly [number, number], more: object = {}): PointerEvent {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, { pointerId: 1, clientX: x, clientY: y, button: 0, buttons: 0 });
  Object.assign(event, { isPrimary: true, pointerType: 'mouse', detail: 1, ...more });
  const currentTarget = { isConnected: true, setPointerCapture: () => undefined };
  Object.defineProperty(event, 'currentTarget', { value: currentTarget });
  return event as PointerEvent;
}

const press = (where: readonly [number, number], isOnBoard = true, more: object = {}) =>
  pointing.press(happen('pointerdown', where, more), isOnBoard ? turn.piece : piece, isOnBoard);
const move = (where: readonly [number, number], more: object = {}) =>
  window.dispatchEvent(happen('pointermove', where, more));
const up = (where: readonly [number, number], more: object = {}) =>
  window.dispatchEvent(happen('pointerup', where, more));

describe('a piece', () => {
  const handle = () => handleOf(turn.shapeOf(piece));

  test('is dragged by its handle from the rack to the board', () => {
    press([900, 600], false);
    move([890, 590]);
    expect(turn.piece).toBe(piece);
    expect(pointing.unit).toBe(UNIT);
    move(at(5.5, 6.5));
    paint();
    const [row, column] = handle();
    expect(turn.at).toEqual([5 - row, 6 - column]);
    expect(pointing.grip).toEqual([-row - 0.5, -column - 0.5]);
    up(at(5.5, 6.5));
    expect([turn.piece, turn.isDown]).toEqual([piece, true]);
    expect(turn.at).toEqual([5 - row, 6 - column]);
  });

  test('returns to the rack if dropped beside the board or cancelled', () => {
    press([900, 600], false);
    move(at(5, 5));
    up([900, 600]);
    expect(turn.piece).toBeNull();
    press([900, 600], false);
    move(at(5, 5));
    paint();
    window.dispatchEvent(happen('pointercancel', [0, 0]));
    expect([turn.piece, turn.at]).toEqual([null, null]);
  });

  test('is drawn above a finger', () => {
    const touch = { pointerType: 'touch' };
    press([900, 600], false, touch);
    move(at(9, 6), touch);
    const { rows, columns } = turn.size;
    expect(pointing.grip).toEqual([-rows - 26 / UNIT, -columns / 2]);
  });

  test('is not moved by a press without a drag', () => {
    press([900, 600], false);
    up([900, 600]);
    expect(turn.piece).toBeNull();
  });

  test('follows the mouse, is placed by a click and played by the next one', () => {
    turn.take(piece);
    pointing.hover(happen('pointermove', at(5.5, 6.5)));
    paint();
    expect(turn.at).not.toBeNull();
    press(at(5.5, 6.5));
    up(at(5.5, 6.5));
    expect([turn.isDown, played]).toEqual([true, []]);
    press(at(5.5, 6.5));
    up(at(5.5, 6.5));
    expect(played).toEqual([turn.move]);
  });

  test('that is placed moves to a pressed cell', () => {
    turn.take(piece);
    turn.setNear([2, 2]);
    const before = turn.at;
    press(at(8.5, 8.5));
    up(at(8.5, 8.5));
    expect(turn.at).not.toEqual(before);
    expect(turn.covers([8, 8])).toBe(true);
    expect(played).toEqual([]);
  });

  test('is placed around a tapping finger, wherever the mouse was', () => {
    const touch = { pointerType: 'touch' };
    turn.take(piece);
    pointing.hover(happen('pointermove', at(2.5, 2.5)));
    paint();
    press(at(7.5, 7.5), true, touch);
    up(at(7.5, 7.5), touch);
    expect(turn.covers([7, 7])).toBe(true);
    expect(turn.isDown).toBe(true);
  });

  test.each([
    ['a finger', { pointerType: 'touch' }],
    ['a pressed mouse', { buttons: 1 }],
  ])('does not follow %s over the board', (_, more) => {
    turn.take(piece);
    pointing.hover(happen('pointermove', at(5, 5), more));
    paint();
    expect(turn.at).toBeNull();
  });

  test('that is placed does not follow the mouse', () => {
    turn.take(piece);
    turn.setNear([2, 2]);
    const before = turn.at;
    pointing.hover(happen('pointermove', at(8, 8)));
    paint();
    expect(turn.at).toEqual(before);
    pointing.leave();
    expect(turn.at).toEqual(before);
  });

  test('is hidden when the mouse leaves the board, also after a rotation', () => {
    turn.take(piece);
    pointing.hover(happen('pointermove', at(5, 5)));
    paint();
    pointing.leave();
    expect(turn.at).toBeNull();
    pointing.reshape(() => turn.rotate());
    paint();
    expect(turn.at).toBeNull();
  });

  test('rotated by keys before the mouse entered the board stays hidden', () => {
    turn.take(piece);
    pointing.reshape(() => turn.rotate());
    paint();
    expect(turn.at).toBeNull();
  });

  test('follows the mouse after a rotation', () => {
    press([900, 600], false);
    move(at(5.5, 6.5));
    paint();
    pointing.reshape(() => turn.rotate());
    paint();
    const [row, column] = handle();
    expect(turn.at).toEqual([5 - row, 6 - column]);
  });

  test('is rotated a quarter by the wheel', () => {
    const wheel = (deltaY: number, timeStamp: number, ctrlKey = false) => {
      const event = { deltaY, timeStamp, ctrlKey, preventDefault: vi.fn() };
      pointing.wheel(event as unknown as WheelEvent);
      return event.preventDefault.mock.calls.length > 0;
    };
    expect(wheel(5, 0)).toBe(false);
    turn.take(piece);
    const rotate = vi.spyOn(turn, 'rotate');
    expect(wheel(5, 1000, true)).toBe(false);
    expect(wheel(5, 1000)).toBe(true);
    wheel(5, 1100);
    wheel(-5, 1110);
    wheel(0, 2000);
    expect(rotate.mock.calls).toEqual([[1], [-1]]);
  });
});

describe('keys', () => {
  const focused: string[] = [];
  const root = {
    contains: () => true,
    querySelector: (selector: string) => ({ focus: () => focused.push(selector) }),
  } as unknown as HTMLElement;
  let isTurn: boolean;
  let keyboard: Keyboard;

  beforeEach(() => {
    isTurn = true;
    focused.length = 0;
    const around = { root: () => root, area: () => area, isTurn: () => isTurn };
    const play = (move: string) => void played.push(move);
    keyboard = new Keyboard(turn, pointing, { ...around, pieces: () => pieces, play });
  });

  function key(name: string, more: object = {}): boolean {
    const event = { key: name, code: name, shiftKey: false, ctrlKey: false, altKey: false };
    const done = vi.fn();
    const target = { contains: () => false };
    const whole = { ...event, metaKey: false, target, preventDefault: done, ...more };
    keyboard.press(whole as unknown as KeyboardEvent);
    return done.mock.calls.length > 0;
  }

  test('select, move, rotate and place a piece', () => {
    expect(key('1')).toBe(true);
    expect(turn.piece).toBe(pieces[0]);
    key('ArrowDown');
    const before = turn.at!;
    key('ArrowRight');
    expect(turn.at).toEqual([before[0], before[1] + 1]);
    key('r', { code: 'KeyR' });
    key('f', { code: 'KeyF' });
    key('n', { code: 'KeyN' });
    expect(turn.move).not.toBeNull();
    key('PageDown');
    expect(turn.piece).toBe(pieces[1]);
    key('n', { code: 'KeyN' });
    key('Enter');
    expect(played).toEqual([turn.move]);
  });

  test('put a piece back and restore the focus', async () => {
    key('1');
    key('Escape');
    expect(turn.piece).toBeNull();
    await vi.waitFor(() => expect(focused).toContain(`[data-piece="${pieces[0]}"] button`));
  });

  test('are ignored on other turns and elsewhere on the page', () => {
    isTurn = false;
    expect(key('1')).toBe(false);
    isTurn = true;
    const elsewhere = { contains: () => false };
    const other = { ...root, contains: () => false } as unknown as HTMLElement;
    const around = { root: () => other, area: () => area, isTurn: () => true };
    keyboard = new Keyboard(turn, pointing, { ...around, pieces: () => pieces, play: () => 0 });
    expect(key('1', { target: elsewhere })).toBe(false);
    expect(turn.piece).toBeNull();
  });

  test('move the cursor over the board while no piece is selected', () => {
    const start = keyboard.current;
    key('ArrowUp');
    expect(keyboard.current).toEqual([start[0] - 1, start[1]]);
    for (let n = 0; n < 20; n++) key('ArrowLeft');
    expect(keyboard.current).toEqual([start[0] - 1, 0]);
    for (let n = 0; n < 20; n++) key('ArrowDown');
    expect(keyboard.current).toEqual([10, 0]);
    key('1');
    key('ArrowDown');
    expect(keyboard.current).toEqual(handleOf(turn.cells!));
  });

  test('deselect a piece at a second press', async () => {
    await keyboard.take(piece);
    expect(turn.piece).toBe(piece);
    await keyboard.take(piece);
    expect(turn.piece).toBeNull();
  });
});

describe('the last move', () => {
  const node = (name: string, x: number, glides: string[] = []) => ({
    dataset: { piece: name },
    querySelector: () => null,
    getBoundingClientRect: () => ({ x, y: 0, width: 10, height: 10 }),
    animate: (frames: Keyframe[]) => glides.push(String(frames[0]!.transform)),
  });

  test('animates a piece from where it was first shown', () => {
    settings.set('motion', true);
    vi.stubGlobal(
      'SVGGraphicsElement',
      class Nothing {
        readonly none = null;
      },
    );
    const glides: string[] = [];
    const board = { querySelectorAll: () => [node('F', 30), node('F', 70), node('I', 5)] };
    const showing = new MoveAnimation();
    const arrive = (name: string) => showing.arrive(node(name, 0, glides) as unknown as Element);
    arrive('F');
    showing.look(board as unknown as HTMLElement);
    arrive('F');
    arrive('H01');
    expect(glides).toEqual(['translate(30px, 0px) scale(1)']);
    showing.look(undefined);
    arrive('F');
    expect(glides).toHaveLength(1);
    settings.set('motion', null);
  });
});
