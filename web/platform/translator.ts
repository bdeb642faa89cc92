import { useSyncExternalStore } from 'react';

interface Texts {
  [key: string]: string | Texts;
}

type Values = Record<string, unknown>;
type Translate = (key: string, values?: Values) => string;

interface Options {
  lng: string;
  fallbackLng: string;
  defaultNS: string;
  resources: Record<string, Record<string, Texts>>;
}

let language = '';
let fallback = '';
let ordinary = '';
/** By language, then namespace. */
const known = new Map<string, Map<string, Texts>>();
const listeners = new Set<() => void>();

function textOf(lng: string, ns: string, path: string): string | undefined {
  let found: string | Texts | undefined = known.get(lng)?.get(ns);
  for (const step of path.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Making one takes a browser longer than using it a thousand times. */
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

function fill(text: string, lng: string, values: Values): string {
  return text.replace(/\{\{(.+?)\}\}/g, (_, inside: string) => {
    const [name = '', format] = inside.split(',').map(part => part.trim());
    const value = values[name];
    if (value === undefined || value === null) return '';
    return format === 'number' ? numbers(lng).format(Number(value)) : String(value);
  });
}

function translate(ns: string, key: string, values: Values | undefined): string {
  const colon = key.indexOf(':');
  const [from, path] = colon < 0 ? [ns, key] : [key.slice(0, colon), key.slice(colon + 1)];
  for (const lng of [language, fallback]) {
    const form = typeof values?.count === 'number' ? `_${plurals(lng).select(values.count)}` : '';
    const text = textOf(lng, from, path + form) ?? (form && textOf(lng, from, path));
    if (text) return values && text.includes('{{') ? fill(text, lng, values) : text;
  }
  return path;
}

const translator = (ns: string, prefix?: string): Translate =>
  prefix ? (key, values) => translate(ns, `${prefix}.${key}`, values) : (key, values) => translate(ns, key, values);

function add(lng: string, ns: string, texts: Texts): void {
  if (!known.has(lng)) known.set(lng, new Map());
  known.get(lng)?.set(ns, texts);
}

/**
 * Stands for i18next and react-i18next in the browser's bundle (decision 0018): texts by namespace and key, plurals,
 * `{{name}}` and `{{count, number}}`. Types and tests are the packages' own, and `translator.test.tsx` holds that both say
 * the same of every text there is.
 */
const i18n = {
  get language() {
    return language;
  },
  use: () => i18n,
  init(options: Options) {
    ({ lng: language, fallbackLng: fallback, defaultNS: ordinary } = options);
    for (const [lng, namespaces] of Object.entries(options.resources)) {
      for (const [ns, texts] of Object.entries(namespaces)) add(lng, ns, texts);
    }
  },
  addResourceBundle: add,
  async changeLanguage(next: string) {
    language = next;
    for (const tell of listeners) tell();
  },
  t: (key: string, values?: Values) => translate(ordinary, key, values),
  getFixedT: (_lng: null, ns: string, prefix?: string) => translator(ns, prefix),
};

export default i18n;

export const initReactI18next = null;

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
const now = () => language;

/** By language, namespace and prefix: the same function for as long as it says the same, for what depends on it. */
const kept = new Map<string, { t: Translate }>();

/** The texts of a namespace, those of others by `other:key`; again when the language changes. */
export function useTranslation(names?: string | readonly string[], { keyPrefix = '' } = {}): { t: Translate } {
  const lng = useSyncExternalStore(listen, now);
  const ns = (typeof names === 'string' ? names : names?.[0]) ?? ordinary;
  const key = `${lng} ${ns} ${keyPrefix}`;
  const found = kept.get(key) ?? { t: translator(ns, keyPrefix) };
  kept.set(key, found);
  return found;
}
