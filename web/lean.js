/**
 * Svelte without what this page never asks of it: continuing what a server has drawn, templates
 * that wait, forks, transitions, boundaries for errors. It is all behind conditions that a bundler
 * cannot see through; without it the scripts are 4 kB lighter, packed.
 *
 * Functions and members of classes are left out or written anew, by their names; then come pieces of
 * text. What is not found stops the build: whoever brings a new Svelte looks here first.
 */
const FOLDER = 'svelte/src/internal/client/';
const OUT = '';

const CUTS = {
    'constants.js': {
        texts: [[/new \(class StaleReactionError[^]*?\}\)\(\)/, '{}']],
    },
    'dom/hydration.js': {
        texts: [
            ['export let hydrating = false', 'export const hydrating = false'],
            ['hydrating = value;', ''],
        ],
    },
    'error-handling.js': {
        invoke_error_boundary:
            'export function invoke_error_boundary(error, effect) { if (!effect || !(effect.f & DESTROYED)) throw error; }',
    },
    'reactivity/async.js': {
        flatten: 'export function flatten(_, sync, __, fn) { fn(sync.map(derived)); }',
    },
    'reactivity/deriveds.js': {
        texts: [
            ['!current_batch?.is_fork || derived.deps === null', 'true'],
            [' || current_batch?.is_fork', ''],
        ],
    },
    'reactivity/batch.js': {
        eager: 'export function eager() {}',
        fork: 'export function fork() {}',
        reset_branch: OUT,
        mark_effects: OUT,
        mark_eager_effects: OUT,
        depends_on: OUT,
        eager_flush: OUT,
        id: OUT,
        async_deriveds: OUT,
        '#discard_callbacks': OUT,
        '#pending': OUT,
        '#blocking_pending': OUT,
        '#deferred': OUT,
        '#new_effects': OUT,
        '#skipped_branches': OUT,
        '#unskipped_branches': OUT,
        is_fork: OUT,
        '#decrement_queued': OUT,
        '#is_deferred': OUT,
        '#is_skipped': OUT,
        skip_effect: OUT,
        unskip_effect: OUT,
        discard: OUT,
        register_created_effect: OUT,
        '#commit': OUT,
        increment: OUT,
        decrement: OUT,
        ondiscard: OUT,
        settled: OUT,
        apply: OUT,
        schedule:
            'schedule(effect) { last_scheduled_effect = effect; this.#scheduled.push(effect); }',
        texts: [
            ['export let batch_values = null', 'export const batch_values = null'],
            [/batch_values = null;(?=\s*(\}|old_values))/g, ''],
            ['this.apply();', ''],
            ['if (!this.#is_deferred()) this.discard();', 'this.#unlink();'],
            [/if \(this\.#is_deferred\(\)\) \{[^]*?return;\s*\}/, ''],
            ['this.#deferred?.resolve();', ''],
            ['this.#pending === 0 && ', ''],
            ['this.#commit();', ''],
            [' || this.#skipped_branches.has(effect)', ''],
            ['!batch.is_fork && ', ''],
            [
                /for \(const \[effect, deferred\] of batch\.async_deriveds\)[^]*?async_deriveds\.clear\(\);/,
                '',
            ],
            [' && !this.async_deriveds.has(effect)', ''],
            ['batch.discard()', 'batch.#unlink()'],
            [/if \(!this\.is_fork\) \{\s*source\.v = value;\s*\}/, 'source.v = value;'],
        ],
    },
    'reactivity/sources.js': {
        flush_eager_effects: 'export function flush_eager_effects() {}',
        texts: [
            [/if \(!batch\.is_fork && eager_effects[^]*?\}/, ''],
            [/if \(\(flags & EAGER_EFFECT\) !== 0\) \{[^]*?\} else/, ''],
        ],
    },
    'reactivity/effects.js': {
        pause_effect:
            'export function pause_effect(effect, callback, destroy = true) { if (destroy) destroy_effect(effect); callback?.(); }',
        pause_children: OUT,
        resume_effect: 'export function resume_effect() {}',
        resume_children: OUT,
        texts: [
            ['current_batch?.register_created_effect(effect);', ''],
            [/var transitions = effect\.nodes[^]*?\}\s*\}/, ''],
            [/if \(options\.outro\) \{[^]*?\} else (?=\{)/, ''],
        ],
    },
    'runtime.js': {
        texts: [
            ['var is_fork = current_batch?.is_fork;', ''],
            [/if \(!is_fork\) (?=\{)/, ''],
            ['!is_fork && ', ''],
        ],
    },
    'dom/blocks/boundary.js': {
        boundary:
            'export function boundary(node, _, children) { block(() => { branch(() => children(node)); }, flags); }',
    },
    'dom/blocks/branches.js': {
        '#batches': OUT,
        '#offscreen': OUT,
        '#outroing': OUT,
        '#transition': OUT,
        constructor: 'constructor(anchor) { this.anchor = anchor; }',
        '#commit': OUT,
        '#discard': OUT,
        ensure: `ensure(key, fn) {
            const shown = this.#onscreen;
            if (fn && !shown.has(key)) shown.set(key, branch(() => fn(this.anchor)));
            for (const [other, effect] of shown) {
                if (other === key) continue;
                destroy_effect(effect);
                shown.delete(other);
            }
        }`,
    },
    'dom/blocks/each.js': {
        pause_effects: `function pause_effects(state, to_destroy, controlled_anchor) {
            if (controlled_anchor) {
                const parent = controlled_anchor.parentNode;
                clear_text_content(parent);
                parent.append(controlled_anchor);
                state.items.clear();
            }
            for (const effect of to_destroy) destroy_effect(effect, !controlled_anchor);
        }`,
        destroy_effects: OUT,
        discard: OUT,
        texts: [
            ['var defer = should_defer_append();', ''],
            [/if \(defer\) \{\s*batch\.unskip_effect\(item\.e\);\s*\}/, ''],
            [/if \(defer\) \{[^]*?batch\.ondiscard\(discard\);\s*\} else (?=\{)/, ''],
            ['pending.set(batch, keys);', ''],
            ['state.pending.delete(batch);', ''],
            ['(flags & EACH_IS_ANIMATED) !== 0', 'false'],
            [
                /if \(state\.outrogroups !== null\) \{\s*for \(const group of state\.outrogroups\) \{[^}]*\}\s*\}/,
                '',
            ],
            [/if \(state\.outrogroups !== null\) \{[^]*?state\.outrogroups = null;\s*\}\s*\}/, ''],
            ['items, pending, outrogroups: null, fallback', 'items, fallback'],
        ],
    },
    '../shared/attributes.js': {
        to_class: `export function to_class(value, hash, directives = {}) {
            const names = Object.keys(directives).filter((name) => directives[name]);
            return [value, hash, ...names].filter(Boolean).join(' ') || null;
        }`,
        to_style: 'export function to_style(_, styles) { return append_styles(styles); }',
    },
    'dom/elements/bindings/size.js': {
        bind_element_size: `export function bind_element_size(element, type, set) {
            const tell = () => set(element[type]);
            const observer = new ResizeObserver(tell);
            observer.observe(element, { box: 'border-box' });
            effect(() => {
                untrack(tell);
                return () => observer.disconnect();
            });
        }`,
    },
    'dom/reconciler.js': {
        create_trusted_html: 'export const create_trusted_html = (html) => html;',
        texts: [[/const policy =[^]*?\}\);/, '']],
    },
    'dom/operations.js': {
        create_element:
            'export function create_element(tag) { return document.createElement(tag); }',
    },
    'render.js': {
        _mount: `function _mount(Component, { target }) {
            init_operations();
            component_root(() => {
                boundary(target.appendChild(create_text()), {}, (anchor) => {
                    push({});
                    Component(anchor, {});
                    pop();
                });
                const heard = new Set();
                const hear = (events) => {
                    for (const name of events) {
                        if (heard.has(name)) continue;
                        heard.add(name);
                        for (const node of [target, document])
                            node.addEventListener(name, handle_event_propagation, {
                                passive: is_passive_event(name),
                            });
                    }
                };
                hear([...all_registered_events]);
                root_event_handles.add(hear);
            });
        }`,
    },
    'reactivity/props.js': {
        prop: `export function prop(props, key, flags, fallback) {
            let signal;
            const other = () =>
                flags & PROPS_IS_LAZY_INITIAL ? get((signal ??= derived(fallback))) : fallback;
            const getter = () => {
                const value = props[key];
                return value === undefined ? other() : value;
            };
            if (!(flags & PROPS_IS_UPDATED)) return getter;
            const bindable = flags & PROPS_IS_BINDABLE;
            const setter = bindable && get_descriptor(props, key)?.set;
            if (setter)
                return function (value, mutation) {
                    if (arguments.length === 0) return getter();
                    if (!mutation) setter(value);
                    return value;
                };
            let overridden = false;
            const d = derived(() => {
                overridden = false;
                return getter();
            });
            if (bindable) get(d);
            const parent = active_effect;
            return function (value, mutation) {
                if (arguments.length === 0)
                    return (is_destroying_effect && overridden) || parent.f & DESTROYED ? d.v : get(d);
                set(d, mutation ? get(d) : bindable ? proxy(value) : value);
                overridden = true;
                return value;
            };
        }`,
    },
    '../../utils.js': { texts: [['...DOM_BOOLEAN_ATTRIBUTES,', '']] },
};

const FILES = Object.entries(CUTS).map(([path, cuts]) => [
    new URL(path, `file:///${FOLDER}`).pathname.slice(1),
    cuts,
]);

/** All functions and members within, by name. */
function named(node) {
    if (typeof node !== 'object' || node === null) return [];
    const name = nameOf(node);
    return [...(name ? [[name, node]] : []), ...Object.values(node).flatMap(named)];
}

function nameOf({ type, declaration, id, key }) {
    if (type === 'ExportNamedDeclaration') return declaration?.id?.name;
    if (type === 'FunctionDeclaration') return id.name;
    if (type === 'MethodDefinition' || type === 'PropertyDefinition')
        return key.type === 'PrivateIdentifier' ? `#${key.name}` : key.name;
}

function replaced(code, from, to, id) {
    const text = code.replace(from, to);
    if (text === code) throw new Error(`lean.js: ${id} no longer has ${from}`);
    return text;
}

export const lean = {
    name: 'lean',
    transform(code, id) {
        const [path, cuts] = FILES.find(([path]) => id.endsWith(path)) ?? [];
        if (!cuts) return;
        const { texts = [], ...texts_of } = cuts;
        const found = new Map(named(this.parse(code)).reverse());
        let text = code;
        const spots = Object.entries(texts_of).map(([name, anew]) => {
            if (!found.has(name)) throw new Error(`lean.js: ${path} no longer has ${name}`);
            return [found.get(name), anew];
        });
        for (const [{ start, end }, anew] of spots.sort(([a], [b]) => b.start - a.start))
            text = text.slice(0, start) + anew + text.slice(end);
        return texts.reduce((text, [from, to]) => replaced(text, from, to, path), text);
    },
};
