import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { afterAll, vi } from 'vitest';
import { computeStylesQuickly } from './test/computed-style.ts';

/*
 * Runs before each test file. Files share a process and its jsdom page, so that React and other packages are loaded
 * once. The page is therefore cleaned after each file, and our own modules are reset before the next. Their listeners
 * are removed too: a finger still down at the end of one file would swallow the first click of the next. So are their
 * timers: a request that one file would retry later would reach the next file's server.
 */
vi.resetModules();
// Only with a page: imported without a DOM, React would stay without one for the next files.
if (typeof document !== 'undefined')
  (await import('@testing-library/react')).configure({ asyncUtilTimeout: pageWaitTimeoutMs });

/** Functions that undo our own modules' changes to the page; packages are loaded once, and keep their listeners. */
const undo = new Set<() => void>();

/** Returns the file of the function three calls above this one: the caller that adds a listener or starts a timer. */
function callingFile(): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 4;
    // A whole trace, with its lines by source map, took a tenth of the page tests' processor seconds.
    Error.prepareStackTrace = (_, calls) => calls[3]?.getFileName() ?? '';
    return String(new Error().stack);
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

/** Tells whether the function that called the caller is one of our own modules or of a test. */
function isCalledByOurs(orBy = 'no package'): boolean {
  const caller = callingFile();
  return caller.includes(orBy) || (caller.includes(import.meta.dirname) && !caller.includes('node_modules'));
}

/** Clears, after the file, the timers that our own modules and the cache of queries still have then. */
function recordTimers(): void {
  for (const [start, clear] of [
    ['setTimeout', clearTimeout],
    ['setInterval', clearInterval],
  ] as const) {
    const begin = globalThis[start] as (...given: unknown[]) => NodeJS.Timeout;
    const recorded = (...given: unknown[]) => {
      const timer = begin(...given);
      if (isCalledByOurs('query-core')) undo.add(() => clear(timer));
      return timer;
    };
    Reflect.set(globalThis, start, Object.assign(recorded, begin));
    undo.add(() => Reflect.set(globalThis, start, begin));
  }
}

function recordListeners(target: EventTarget): void {
  const add = target.addEventListener;
  target.addEventListener = (...listener: Parameters<typeof add>) => {
    add.apply(target, listener);
    // A router of another file would follow this one's « back ».
    if (listener[0] === 'popstate' || isCalledByOurs()) undo.add(() => target.removeEventListener(...listener));
  };
  undo.add(() => Reflect.set(target, 'addEventListener', add));
}

function recordObservers(): void {
  const Observer = MutationObserver;
  globalThis.MutationObserver = class extends Observer {
    constructor(callback: MutationCallback) {
      super(callback);
      if (isCalledByOurs()) undo.add(() => this.disconnect());
    }
  };
  undo.add(() => Reflect.set(globalThis, 'MutationObserver', Observer));
}

/**
 * Stops React from recording where each element is created: nobody reads these traces, which took a tenth of the
 * seconds.
 */
async function leaveOwnersUnnoted(): Promise<void> {
  const internals = Reflect.get(
    await import('react'),
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  // React records a trace only while it has recently recorded few.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
}

/**
 * Keeps the selector engine of jsdom from listening on the page for each document that is parsed, as each sanitised
 * text is. It never stops listening, so that all events and listeners came to cost a third of the page tests' seconds.
 * The page's own document listens already, for `:focus-visible` and `:active`.
 */
function leaveParsedDocumentsDeaf(): void {
  const jsdomWindow: Window = Reflect.get(globalThis, 'jsdom').window;
  const add = jsdomWindow.addEventListener;
  if (add.name === 'addUnlessOfSelectors') return;
  jsdomWindow.addEventListener = function addUnlessOfSelectors(...listener: Parameters<typeof add>) {
    const { name } = Object(listener[1]);
    if (!/^_handle(Focus|Keyboard|Mouse)Event$/.test(name ?? '')) add.apply(jsdomWindow, listener);
  };
}

if (typeof document !== 'undefined') {
  await leaveOwnersUnnoted();
  leaveParsedDocumentsDeaf();
  computeStylesQuickly();
  recordListeners(window);
  recordListeners(document);
  recordObservers();
  recordTimers();
  // jsdom has none of these: the next file would take a leftover mock for a browser that reads pictures.
  const { createObjectURL, revokeObjectURL } = URL;
  undo.add(() => Object.assign(URL, { createObjectURL, revokeObjectURL }));
}

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (typeof document === 'undefined') return;
  for (const back of undo) back();
  Reflect.deleteProperty(navigator, 'clipboard');
  // A test's own measurements stay on HTMLElement, and would hide from the next file its mocks on Element.
  for (const name of Object.getOwnPropertyNames(Element.prototype))
    if (name !== 'constructor') Reflect.deleteProperty(HTMLElement.prototype, name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
});
