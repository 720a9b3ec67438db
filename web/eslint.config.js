import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
    { ignores: ['node_modules', 'dist'] },
    js.configs.recommended,
    ...ts.configs.strict,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser, __VERSION__: 'readonly' } } },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser } },
    },
    {
        rules: {
            // Routes are plain paths: there is no framework to resolve them.
            'svelte/no-navigation-without-resolve': 'off',
            // Not every Map is looked at by the page; those that are, are SvelteMaps.
            'svelte/prefer-svelte-reactivity': 'off',
            // An index into a list that was just measured may be trusted.
            '@typescript-eslint/no-non-null-assertion': 'off',
        },
    },
);
