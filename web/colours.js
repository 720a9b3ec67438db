/**
 * Colours that the SVG pictures of the Python package have, too, as variables of CSS: those of its
 * `art.json` files. The names of the sections are those of the themes.
 */
import { globSync, readFileSync } from 'node:fs';

const PACKAGE = `${import.meta.dirname}/../src/tilewright`;
const MODULE = 'virtual:colours.css';
const SELECTORS = {
    colours: ':root',
    light: ":root, [data-theme='light']",
    dark: "[data-theme='dark']",
};

/** For Vite: `import 'virtual:colours.css'`. */
export const colours = () => ({
    name: 'colours',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
        if (id !== `\0${MODULE}`) return;
        const paths = globSync('{svg,games/*}/art.json', { cwd: PACKAGE }).sort();
        paths.forEach((path) => this.addWatchFile(`${PACKAGE}/${path}`));
        return paths.map(css).join('\n');
    },
});

function css(path) {
    const art = JSON.parse(readFileSync(`${PACKAGE}/${path}`, 'utf8'));
    return Object.entries(SELECTORS)
        .map(([section, selector]) => `${selector} { ${variables(art[section] ?? {})} }`)
        .join('\n');
}

const variables = (values) =>
    Object.entries(values)
        .map(([name, value]) => `--${name}: ${value};`)
        .join(' ');
