/** Light or dark: the reader's choice, the game's, the system's. */
import { beforeEach, expect, test, vi } from 'vitest';

const settings = vi.hoisted(() => ({ theme: 'auto' }));
vi.mock('../../src/lib/settings.svelte', () => ({ settings }));

import { theme } from '../../src/lib/theme.svelte';

beforeEach(() => {
  settings.theme = 'auto';
  Object.assign(theme, { isNight: false, isOver: false });
});

test.each([
  ['auto', false, false, 'light'],
  ['auto', true, false, 'dark'],
  ['auto', false, true, 'dark'],
  ['light', true, false, 'light'],
  ['light', true, true, 'dark'], // the lights go down at the end
  ['dark', false, false, 'dark'],
  ['contrast', true, true, 'contrast'],
] as const)('theme_%s_by_night_%s_at_the_end_%s_is_%s', (chosen, isNight, isOver, expected) => {
  settings.theme = chosen;
  Object.assign(theme, { isNight, isOver });
  expect(theme.current).toBe(expected);
});
