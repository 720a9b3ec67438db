/**
 * Puts like beside like in a built script, for gzip looks back no further than 32 kB: all pieces of
 * HTML first, all components last. What is left is 5 % lighter.
 *
 * Nothing runs in another order: a piece of HTML is only a recipe, and functions are there before
 * anything runs. Components ask for a piece by its place in a list, where every piece stands once:
 * that is a name less for each, and 1.4 kB.
 */
const isPiece = ({ declarations }) =>
    declarations?.every(({ init }) => ['from_html', 'from_svg'].includes(init?.callee?.name));

const isImport = ({ type }) => type === 'ImportDeclaration';

const isComponent = ({ type, params }) =>
    type === 'FunctionDeclaration' && params[0]?.name === '$$anchor';

/** Which events the page is to listen to: every component says so, and once is enough. */
const isWish = ({ expression }) => expression?.callee?.name === 'delegate';

const eventsOf = ({ expression }) => expression.arguments[0].elements.map(({ value }) => value);

/** A list of texts and of other lists that nobody names. A minifier leaves it: to read those others might do something. */
const isIdle = ({ declarations }, code) =>
    declarations?.every(
        ({ id, init }) =>
            init?.type === 'ArrayExpression' &&
            init.elements.every(({ type, argument }) => type === 'Literal' || argument?.name) &&
            code.split(id.name).length === 2,
    );

// Within SVG an element may close itself.
const EMPTY = /><\/(?:path|rect|circle|ellipse|line|stop)>/g;

/** Of a piece its name, what it is made of, and the call that makes it. */
function readPiece(text) {
    const [, name, maker, html, more] = /^var (\S+) = (from_\w+)\((`[^`]*`)(.*)\);$/.exec(text);
    return { name, html: html.replaceAll(EMPTY, '/>'), made: `${maker}(html${more})` };
}

/** Recipes of all pieces as a list, those that are made alike together; and their places by name. */
function listed(pieces) {
    const keyOf = ({ made, html }) => made + html;
    const list = [...new Map(pieces.map((piece) => [keyOf(piece), piece])).values()];
    list.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const keys = list.map(keyOf);
    const ends = new Map(list.map(({ made }, place) => [made, place]));
    const make = [...ends].map(([made, end]) => `place <= ${end} ? ${made}`).join(' : ');
    const text = [
        `const $$pieces = [${list.map(({ html }) => html).join(',')}], $$recipes = [];`,
        `const $$make = (place, html) => ${make} : null;`,
        `const $$draw = (place) => ($$recipes[place] ??= $$make(place, $$pieces[place]))();`,
    ].join('\n');
    return { text, places: new Map(pieces.map((one) => [one.name, keys.indexOf(keyOf(one))])) };
}

export const gather = {
    name: 'gather',
    renderChunk(code) {
        const { body } = this.parse(code);
        if (!body.some(isPiece)) return;
        const textOf = ({ start, end }) => code.slice(start, end);
        const { text, places } = listed(body.filter(isPiece).map(textOf).map(readPiece));
        const asking = (node) =>
            textOf(node).replace(/(?<![.\w$])(root[\w$]*)\(\)/g, (call, name) =>
                places.has(name) ? `$$draw(${places.get(name)})` : call,
            );
        const isOther = (node) =>
            ![isImport, isPiece, isComponent, isWish, isIdle].some((is) => is(node, code));
        const events = [...new Set(body.filter(isWish).flatMap(eventsOf))];
        const wish = events.length > 0 ? [`delegate(${JSON.stringify(events)});`] : [];
        return [
            ...body.filter(isImport).map(textOf),
            text,
            ...body.filter(isOther).map(asking),
            ...body.filter(isComponent).reverse().map(asking),
            ...wish,
        ].join('\n');
    },
};
