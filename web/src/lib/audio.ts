/** Short, quiet sounds of our own, made from a table of notes. */
import type { Sound } from './sound';

/** A pitch in Hz, when it begins and how long it lasts, in hundredths of a second. */
type Note = readonly [pitch: number, at: number, lasts: number];

export const NOTES: Record<Sound, readonly [OscillatorType, ...Note[]]> = {
  turn: ['sine', [440, 0, 20], [660, 12, 25]],
  tile: ['triangle', [196, 0, 7]],
  goal: ['sine', [523, 0, 14], [784, 8, 24]],
  group: ['sine', [523, 0, 16], [659, 10, 26]],
  // Glass on glass, wood on linen, a knock on a shelf.
  glass: ['sine', [1568, 0, 22], [2349, 1, 14]],
  wood: ['sine', [147, 0, 10], [98, 1, 14]],
  knock: ['triangle', [131, 0, 7], [87, 1, 10]],
  refill: ['triangle', [262, 0, 6], [294, 6, 6], [330, 12, 8]],
  low: ['square', [880, 0, 5], [880, 14, 5]],
  won: ['sine', [440, 0, 20], [554, 12, 20], [660, 24, 40]],
  lost: ['sine', [330, 0, 22], [262, 16, 36]],
  talk: ['sine', [990, 0, 6]],
  sat: ['triangle', [294, 0, 9], [392, 9, 14]],
};
/** Of 1, the loudest there is. */
export const LOUDEST = 0.1;

let audio: AudioContext | null = null;

/** One after the other. */
export function play(kinds: readonly Sound[]): void {
  audio ??= new AudioContext();
  void audio.resume();
  let from = audio.currentTime;
  for (const kind of kinds) from += playOne(audio, kind, from);
}

/** Return its length in seconds. */
export function lengthOf(kind: Sound): number {
  const [, ...notes] = NOTES[kind];
  return Math.max(...notes.map(([, at, lasts]) => at + lasts)) / 100;
}

function playOne(context: AudioContext, kind: Sound, from: number): number {
  const [shape, ...notes] = NOTES[kind];
  for (const [pitch, at, lasts] of notes) {
    const begin = from + at / 100;
    const end = begin + lasts / 100;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(
      shape === 'square' ? LOUDEST / 3 : LOUDEST,
      begin + 0.02,
    );
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(end);
  }
  return lengthOf(kind);
}
