import { describe, expect, it } from 'vitest';
import { announce, announcer } from '../../src/lib/announce.svelte.ts';

const texts = (): string[] => announcer.messages.map(({ text }) => text);

describe('announcements', () => {
  it('keep earlier ones that were just added', () => {
    announce('Otto takes the yellow 4');
    announce('Choose a tile');
    expect(texts().slice(-2)).toEqual(['Otto takes the yellow 4', 'Choose a tile']);
  });

  it('are read again when repeated', () => {
    announce('Check');
    announce('Check');
    const [first, second] = announcer.messages.slice(-2);
    expect(first!.text).toBe(second!.text);
    expect(first!.id).not.toBe(second!.id);
  });

  it('are limited in number', () => {
    for (let turn = 0; turn < 20; turn += 1) announce(`turn ${turn}`);
    expect(texts()).toEqual(['turn 17', 'turn 18', 'turn 19']);
  });
});
