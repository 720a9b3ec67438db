/** What a built script is made of: the same code in another order, messages by their places. */
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';

import { gather } from '../gather.js';
import { inline } from '../inline.js';
import { compile, words } from '../words.js';

const build = { parse: parseAst };

const CODE = `
function from_html(text) { return () => text; }
function delegate(names) { heard.push(...names); }
var heard = [];
var words = ["one"];
var idle = [...words, "two"];
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

  test('has no list that nobody names', () => {
    expect(built).not.toContain('idle');
  });

  test('is left alone where nothing is drawn', () => {
    expect(gather.renderChunk.call(build, 'const one = 1;')).toBeUndefined();
  });
});

test('components ask for words where they show them', () => {
  const code = `
    {
      let $0 = user_derived(() => t(1));
      let $1 = user_derived(() => list());
      Row(node, { get title() { return get$1($0); }, get rows() { return get$1($1); } });
      {
        let $0 = user_derived(() => other());
        Row(node, { get title() { return get$1($0); } });
      }
    }
    template_effect(($0, $1) => { set_text(a, $0); set_attribute(b, "href", $1 ?? ""); }, [() => t(2, { n: get$1(x) }), () => at("/")]);
    template_effect(() => set_text(c, get$1(y)));`;
  const built = inline.renderChunk.call(build, code).replace(/\s+/g, ' ');
  expect(built).toContain('{ get title() { return (t(1)); }, get rows() { return get$1($1); } }');
  expect(built).toContain('let $0 = user_derived(() => other());');
  expect(built).toContain('Row(node, { get title() { return get$1($0); } });');
  expect(built).not.toContain('let $0 = user_derived(() => t(1));');
  expect(built).toContain(
    'template_effect(() => { set_text(a, (t(2, { n: get$1(x) }))); set_attribute(b, "href", (at("/")) ?? ""); });',
  );
  expect(built).toContain('template_effect(() => set_text(c, get$1(y)));');
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
