import { useSyncExternalStore } from 'react';

/** Texts of a namespace: each key has a text or nested texts. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Values inserted into a text, by name; `count` also chooses the plural form. */
export type Values = Record<string, unknown>;

/** Returns the text of a key, filled with values. */
type Say = (key: string, values?: Values) => string;

/** Language of the texts that the current language lacks. */
const fallback = 'fr';
let language = fallback;
/** Texts by language, then namespace. */
const known = new Map<string, Map<string, Texts>>();
const listeners = new Set<() => void>();

function textOf(lng: string, namespace: string, path: string): string | undefined {
  let found: string | Texts | undefined = known.get(lng)?.get(namespace);
  for (const step of path.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Caches a maker's result for each language: creating a formatter costs more than a thousand uses. */
function onceFor<T>(make: (lng: string) => T): (lng: string) => T {
  const made = new Map<string, T>();
  return lng => {
    const value = made.get(lng) ?? make(lng);
    made.set(lng, value);
    return value;
  };
}
const plurals = onceFor(lng => new Intl.PluralRules(lng));
const numbers = onceFor(lng => new Intl.NumberFormat(lng));

/** Formats that a text may apply to a value, by name: `{{count, number}}`. */
const formats = new Map<string, (value: unknown, lng: string) => string>([
  ['number', (value, lng) => numbers(lng).format(Number(value))],
]);

/** Adds a format that texts use by `name`: `{{user, name}}`. */
export function addFormat(name: string, format: (value: unknown) => string): void {
  formats.set(name, format);
}

function fill(text: string, lng: string, values: Values): string {
  return text.replace(/\{\{(.+?)\}\}/g, (_, inside: string) => {
    const [name = '', format] = inside.split(',').map(part => part.trim());
    const value = values[name];
    if (value === undefined || value === null) return '';
    return formats.get(format ?? '')?.(value, lng) ?? String(value);
  });
}

/**
 * Returns the text of `key` in `namespace`, or of `other:key` in the namespace `other`: in the current language or else in
 * French, in the plural form of `values.count`, with each `{{name}}` filled. A key without a text is returned itself.
 */
export function translate(namespace: string, key: string, values?: Values): string {
  const colon = key.indexOf(':');
  const [from, path] = colon < 0 ? [namespace, key] : [key.slice(0, colon), key.slice(colon + 1)];
  for (const lng of [language, fallback]) {
    const form = typeof values?.count === 'number' ? `_${plurals(lng).select(values.count)}` : '';
    const text = textOf(lng, from, path + form) ?? (form && textOf(lng, from, path));
    if (text) return values && text.includes('{{') ? fill(text, lng, values) : text;
  }
  return path;
}

/** Makes a `t` for a namespace, or for the keys under `prefix` in it. */
export const within = (namespace: string, prefix?: string): Say =>
  prefix
    ? (key, values) => translate(namespace, `${prefix}.${key}`, values)
    : (key, values) => translate(namespace, key, values);

/** Sets the texts of a namespace in a language. */
export function addTextsIn(lng: string, namespace: string, texts: Texts): void {
  const namespaces = known.get(lng) ?? new Map<string, Texts>();
  known.set(lng, namespaces.set(namespace, texts));
}

/** Sets the current language and re-renders the components that show texts. */
export function speak(lng: string): void {
  language = lng;
  for (const tell of listeners) tell();
}

/** Returns the current language of texts. */
export const spoken = (): string => language;

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Cache of `t` functions by language, namespace and prefix, so that a hook's dependencies stay stable. */
const kept = new Map<string, { t: Say }>();

/** Gives {@link within} to a component and re-renders it when the language changes. */
export function useTexts(namespace: string, prefix = ''): { t: Say } {
  const lng = useSyncExternalStore(listen, spoken);
  const key = `${lng} ${namespace} ${prefix}`;
  const found = kept.get(key) ?? { t: within(namespace, prefix) };
  kept.set(key, found);
  return found;
}
