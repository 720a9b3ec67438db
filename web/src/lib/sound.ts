/** Two short notes of our own; silent unless somebody turned sound on. */
import { settings } from './settings.svelte';

let audio: AudioContext | null = null;

export function chime(kind: 'move' | 'turn' | 'end'): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const notes = { move: [330], turn: [440, 660], end: [440, 554, 660] }[kind];
  notes.forEach((pitch, index) => note(audio!, pitch, audio!.currentTime + index * 0.12));
}

function note(context: AudioContext, pitch: number, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'sine';
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.25);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.3);
}
