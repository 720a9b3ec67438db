/** A name means the same in every game's folder; `docs/reference/page.md` has the list. */
import { describe, expect, test } from 'vitest';

import page from '../../../docs/reference/page.md?raw';

const FILES = Object.keys(import.meta.glob('../../src/games/*/*.{ts,svelte}'));
const SOURCES = import.meta.glob<string>('../../src/games/*/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const part = page.slice(page.indexOf("## A game's modules"), page.indexOf('## Boards'));
const [table, rest] = part.split('Other modules') as [string, string];
const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!);
const COMMON = table.split('\n').flatMap((row) => namesIn(row.split('|')[1] ?? ''));
const OWN = namesIn(rest);

const GAMES = FILES.filter((path) => path.endsWith('/game-ui.ts')).map(
  (path) => path.split('/')[4]!,
);
const modulesOf = (game: string, ending: RegExp): string[] =>
  FILES.filter((path) => path.split('/')[4] === game && ending.test(path)).map((path) =>
    path.split('/')[5]!.replace(/(\.svelte)?\.ts$|\.svelte$/, ''),
  );
const sourceOf = (game: string, module: string): string =>
  SOURCES[`../../src/games/${game}/${module}.ts`] ??
  SOURCES[`../../src/games/${game}/${module}.svelte.ts`]!;

test('the list of modules exists', () => {
  expect(COMMON).toContain('turn');
  expect(COMMON.length).toBeGreaterThan(8);
  expect(OWN).toContain('pan-zoom');
  expect(GAMES.length).toBeGreaterThan(2);
});

describe.each(GAMES)('%s', (game) => {
  test('has the modules that every game has', () => {
    expect(modulesOf(game, /./)).toEqual(expect.arrayContaining(COMMON));
  });

  test('has no other module with a listed name', () => {
    const listed = new Set([...COMMON, ...OWN]);
    expect(modulesOf(game, /\.ts$/).filter((name) => !listed.has(name))).toEqual([]);
  });

  test('types no alphabet and no move pattern outside facts', () => {
    const files = Object.keys(SOURCES).filter((path) =>
      path.startsWith(`../../src/games/${game}/`),
    );
    const typed = files.filter((path) => /abcd|\[[a-z]-[a-z]\]/i.test(SOURCES[path]!));
    expect(typed).toEqual(typed.filter((path) => path.endsWith('/facts.ts')));
  });

  test.each([
    ['text', /export function describeMove\(played: Played/],
    ['turn', /export class Turn \{[^]*\n {2}clear\(\): void/],
    ['move-animation', /export class MoveAnimation \{/],
    ['moves', /export function parse\w+\((move|text): string\)/],
    ['types', /export type \w+Props = BoardProps</],
    ['game-ui', /export default \[[^]*\] satisfies GameMeta\[\]/],
  ])('means by %s what the others mean', (module, sign) => {
    expect(sourceOf(game, module)).toMatch(sign);
  });
});
