/** What a built script is made of: the same code in another order, messages by their places. */
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';

import { gather } from '../gather.js';
import { compile, words } from '../words.js';

const build = { parse: parseAst };

const CODE = `
function from_html(text) { return () => text; }
function delegate(names) { heard.push(...names); }
var heard = [];
var root$1 = from_html(\`<b></b>\`);
function Bold($$anchor) { return root$1(); }
delegate(["click"]);
var root = from_html(\`<b></b>\`);
var found = [heard.length, root()];
function Other($$anchor) { return root(); }
delegate(["click", "keydown"]);
`;

describe('a script whose like parts stand together', () => {
  const built = gather.renderChunk.call(build, CODE) as string;

  test('does the same', () => {
    const run = new Function(`${built}; return [heard, found, Bold(), Other()];`);
    expect(run()).toEqual([['click', 'keydown'], [0, '<b></b>'], '<b></b>', '<b></b>']);
  });

  test('has every piece of HTML once, and components last', () => {
    expect(built.split('<b>')).toHaveLength(2);
    expect(built.indexOf('function Bold')).toBeGreaterThan(built.indexOf('var found'));
  });

  test('is left alone where nothing is drawn', () => {
    expect(gather.renderChunk.call(build, 'const one = 1;')).toBeUndefined();
  });
});

test('messages are named by their places in the file of every language', () => {
  const code = 'x = t(y ? "learn" : "close", { name: t("site") }) + t(`a-${b}`) + say("site");';
  const built = words().renderChunk.call(build, code);
  const names = Object.keys(compile('de'));
  const place = (name: string) => names.indexOf(name);
  expect(built).toBe(
    `x = t(y ? ${place('learn')} : ${place('close')}, { name: t(${place('site')}) }) + ` +
      't(`a-${b}`) + say("site");',
  );
});
