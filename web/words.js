/**
 * The words of a language, made from its Fluent files into one file of data, so that the page need
 * not bring a reader of Fluent along. `src/lib/pattern.ts` says what the data look like.
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

/** All messages of a language by their names. */
export function compile(language) {
    const messages = sourcesOf(language).flatMap((text) => new FluentResource(text).body);
    const found = new Map(messages.map(({ id, value }) => [id, value]));
    return Object.fromEntries(messages.map(({ id, value }) => [id, patternOf(value, found)]));
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
    };
}

const inline = (source) => JSON.stringify(`data:application/json,${encodeURIComponent(source)}`);

function emit(build, language, source) {
    const mark = createHash('sha256').update(source).digest('hex').slice(0, 8);
    const name = `${language}-${mark}.json`;
    build.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
    return `new URL(/* @vite-ignore */ ${JSON.stringify(name)}, import.meta.url).href`;
}
