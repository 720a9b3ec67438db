/**
 * The words of a language, made from its Fluent files into one file of data, so that the page need
 * not bring a reader of Fluent along. `src/lib/pattern.ts` says what the data look like.
 *
 * In built scripts `t('home-title')` becomes `t(412)`, a message's place in that file: 1 kB less.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

import { FluentResource } from '@fluent/bundle';

const HERE = import.meta.dirname;
const LANGUAGES = ['en', 'uk', 'ru', 'de'];
const MODULE = 'virtual:words';

/** The files of a language: those of the page, and of every game. */
const filesOf = (language) =>
    globSync(`src/{,games/*/}lang/${language}/*.ftl`, { cwd: HERE })
        .sort()
        .map((path) => `${HERE}/${path}`);

export const sourcesOf = (language) => filesOf(language).map((path) => readFileSync(path, 'utf8'));

const read = (language) => sourcesOf(language).flatMap((text) => new FluentResource(text).body);

/** The names of all messages, in the order of every language's file. */
const namesOf = () => [...new Set(read(LANGUAGES[0]).map(({ id }) => id))];

/** All messages of a language by their names. @returns {Record<string, any>} */
export function compile(language) {
    const found = new Map(read(language).map(({ id, value }) => [id, value]));
    return Object.fromEntries(namesOf().map((id) => [id, patternOf(found.get(id) ?? id, found)]));
}

function patternOf(value, found) {
    if (typeof value === 'string') return value;
    const parts = value.flatMap((part) => partsOf(part, found));
    return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
}

function partsOf(part, found) {
    if (typeof part === 'string') return part;
    const { type, name, selector, variants, star } = part;
    if (type === 'var') return [[name]];
    // Another message is put in its place here.
    if (type === 'mesg') return patternOf(found.get(name), found);
    if (type === 'select' && selector.type === 'var') {
        const choices = variants.map(({ key, value }) => [key.value, patternOf(value, found)]);
        return [[selector.name, variants[star].key.value, Object.fromEntries(choices)]];
    }
    throw new Error(`the page's words cannot say this: ${JSON.stringify(part)}`);
}

/** For Vite: where the words of each language are. Built, a file each; else, within the address. */
export function words() {
    let isBuilt = false;
    return {
        name: 'words',
        config: (_, { command }) => void (isBuilt = command === 'build'),
        resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
        load(id) {
            if (id !== `\0${MODULE}`) return;
            const addresses = LANGUAGES.map((language) => {
                filesOf(language).forEach((path) => this.addWatchFile(path));
                const source = JSON.stringify(compile(language));
                return `${language}: ${isBuilt ? emit(this, language, source) : inline(source)}`;
            });
            return `export default { ${addresses.join(', ')} };`;
        },
        renderChunk(code) {
            const places = new Map(namesOf().map((id, place) => [id, place]));
            const named = namesIn(this.parse(code)).filter(({ value }) => places.has(value));
            const ends = [...named.map(({ start }) => start), code.length];
            const rest = named.map(
                ({ value, end }, n) => places.get(value) + code.slice(end, ends[n + 1]),
            );
            return code.slice(0, ends[0]) + rest.join('');
        },
    };
}

/** The names of messages in calls of `t`, in the order of the text. */
function namesIn(node) {
    if (typeof node !== 'object' || node === null) return [];
    const isCall = node.type === 'CallExpression' && node.callee.name === 't';
    const names = isCall ? alternatives(node.arguments[0]) : [];
    const inside = Object.values(node).flatMap(namesIn);
    return [...names, ...inside].sort((a, b) => a.start - b.start);
}

const alternatives = (node) =>
    node.type === 'ConditionalExpression'
        ? [node.consequent, node.alternate].flatMap(alternatives)
        : [node];

const inline = (source) => JSON.stringify(`data:application/json,${encodeURIComponent(source)}`);

function emit(build, language, source) {
    const mark = createHash('sha256').update(source).digest('hex').slice(0, 8);
    const name = `${language}-${mark}.json`;
    build.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
    return `new URL(/* @vite-ignore */ ${JSON.stringify(name)}, import.meta.url).href`;
}
