/**
 * The words of a language, made from its Fluent files into two files of data, so that the page need
 * not bring a reader of Fluent along. `src/lib/message-format.ts` says what the data look like.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

import { FluentResource } from '@fluent/bundle';

const HERE = import.meta.dirname;
const LANGUAGES = ['en', 'uk', 'ru', 'de'];
const MODULE = 'virtual:words';

/** Rules and lessons are a file of their own, which no board waits for. */
const LEARNING = /\/(rules|lesson-[^/]*)\.ftl$/;

/** Return the files of a language: those of the page, and of every game. */
const filesOf = (language) =>
    globSync(`src/{,games/*/}lang/${language}/*.ftl`, { cwd: HERE })
        .sort()
        .map((path) => `${HERE}/${path}`);

const read = (paths) =>
    paths.flatMap((path) => new FluentResource(readFileSync(path, 'utf8')).body);

export const sourcesOf = (language) => filesOf(language).map((path) => readFileSync(path, 'utf8'));

/**
 * Return messages of a language by their names, in the order of the first language's files.
 * @param {string} language
 * @param {(path: string) => boolean} [isWanted] Chooses files; all of them by default.
 * @returns {Record<string, any>}
 */
export function compile(language, isWanted = () => true) {
    const found = new Map(read(filesOf(language)).map(({ id, value }) => [id, value]));
    const wanted = read(filesOf(LANGUAGES[0]).filter(isWanted)).map(({ id }) => id);
    return Object.fromEntries(
        [...new Set(wanted)].map((id) => [id, patternOf(found.get(id) ?? id, found)]),
    );
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

/** For Vite: where the words of each language are. Built, two files each; else, in the address. */
export function words() {
    let isBuilt = false;
    return {
        name: 'words',
        config: (_, { command }) => void (isBuilt = command === 'build'),
        resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
        load(id) {
            if (id !== `\0${MODULE}`) return;
            const addresses = (prefix, isWanted) =>
                LANGUAGES.map((language) => {
                    const source = JSON.stringify(compile(language, isWanted));
                    const name = prefix + language;
                    return `${language}: ${isBuilt ? emit(this, name, source) : inline(source)}`;
                }).join(', ');
            const isLearnt = (path) => LEARNING.test(path);
            LANGUAGES.flatMap(filesOf).forEach((path) => this.addWatchFile(path));
            return `export default { ${addresses('', (path) => !isLearnt(path))} };
                export const LEARNING = { ${addresses('learning-', isLearnt)} };`;
        },
    };
}

const inline = (source) => JSON.stringify(`data:application/json,${encodeURIComponent(source)}`);

function emit(build, title, source) {
    const mark = createHash('sha256').update(source).digest('hex').slice(0, 8);
    const name = `${title}-${mark}.json`;
    build.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
    return `new URL(/* @vite-ignore */ ${JSON.stringify(name)}, import.meta.url).href`;
}
