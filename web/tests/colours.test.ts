import { expect, test } from 'vitest';

import polyssimo from '../../src/tilewright/games/polyssimo/art.json';
import svg from '../../src/tilewright/svg/art.json';
import { colours } from '../colours.js';

test('colours of the package are variables of the page, by theme', () => {
  const plugin = colours();
  const watched: string[] = [];
  const id = plugin.resolveId('virtual:colours.css');
  const css: string = plugin.load.call({ addWatchFile: (path: string) => watched.push(path) }, id);
  const ruleOf = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `--${name}: ${value};`)
      .join(' ');
  expect(css).toContain(`:root { ${ruleOf(svg.colours)} }`);
  expect(css).toContain(`:root { ${ruleOf(polyssimo.colours)} }`);
  expect(css).toContain(`[data-theme='light'] { ${ruleOf(svg.light)} }`);
  expect(css).toContain(`[data-theme='dark'] { ${ruleOf(svg.dark)} }`);
  expect(watched.some((path) => path.endsWith('svg/art.json'))).toBe(true);
});
