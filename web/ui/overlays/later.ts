import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react';
import { part } from '../../platform/address/lazy-part.ts';
import { logFailure } from '../../platform/device/log.ts';
import { holdsTyped } from '../../platform/device/newer-version.ts';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { i18n } from '../../platform/words/i18n.ts';
import { alerts } from '../alerts/alerts.ts';
import { Awaited, type AwaitedName, awaiting } from '../motion/awaited.ts';

/** Delay of prefetches: by then the first page has loaded its own files. */
const prefetchDelayMs = 2_000;

/** Shorter delay, for layers that people open first: the page is mostly painted by then. */
export const afterFirstMs = 500;

interface Fetched {
  fetch: () => Promise<unknown>;
  /** Like `fetch`, but waits for the connection if there is none. */
  wait: () => Promise<unknown>;
  isThere: () => boolean;
}

/** Prefetches code that may soon be needed, once the page is idle, `delayMs` after mounting at the earliest. */
export function useFetchedLater({ fetch }: Pick<Fetched, 'fetch'>, delayMs = prefetchDelayMs): void {
  useEffect(() => {
    // A failure is ignored here; if the code is needed, its fetch reports the failure.
    const begin = () => void fetch().catch(() => undefined);
    const timer = setTimeout(() => whenIdle(begin), delayMs);
    return () => clearTimeout(timer);
  }, [fetch, delayMs]);
}

/**
 * Tells whether a wanted component can be shown, and fetches its code if needed. Without a connection the fetch waits:
 * the banner says that `name` will open, and Escape cancels. If the fetch fails, an alert says so and `giveUp` is
 * called; the next attempt fetches again. With a null `name`, for a component that the person did not ask for, no
 * message is shown.
 * @param wanted a truthy value while the component is wanted; each new value fetches again
 */
export function useThere(
  { fetch, wait, isThere }: Fetched,
  wanted: unknown,
  giveUp: () => void,
  name: AwaitedName | null = 'asked',
): boolean {
  const [there, setThere] = useState(isThere);
  const missing = Boolean(wanted) && !there && !isThere();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `giveUp` changes at each render; a new `wanted` refetches.
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && giveUp();
    const forget = name && awaiting(name);
    // In the capture phase: an Escape that opened the layer has already passed it.
    window.addEventListener('keydown', leave, true);
    // `fetch` first: another chunk may already have brought the code, so that no connection is needed.
    fetch()
      .catch(wait)
      .then(
        () => gone || setThere(true),
        (cause: unknown) => {
          logFailure('A part of the page could not be fetched', cause);
          if (gone) return;
          if (name) alerts.error(i18n.t(holdsTyped() ? 'newer' : 'network'));
          giveUp();
        },
      );
    return () => {
      gone = true;
      forget?.();
      window.removeEventListener('keydown', leave, true);
    };
  }, [missing, wanted, fetch, wait]);
  return Boolean(wanted) && !missing;
}

/**
 * Makes a component whose code is fetched later, by `useFetchedLater` or at its first render. Once fetched, it renders
 * synchronously, so that a layer can focus an element in it at once. Without a connection the render waits: the banner says
 * that `name` will open; without a name, the surrounding `Suspense` shows its fallback. Its `fetch` never waits for the
 * connection.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, name?: AwaitedName) {
  return fetched(load, name);
}

/**
 * Makes a component like `later`, for content that the person did not ask for (a message has it, or typing shows it).
 * The page is never reloaded for it; if its code can't be fetched, `instead` is rendered.
 */
export function laterUnasked<P extends object>(load: () => Promise<ComponentType<P>>, instead: ComponentType<P>) {
  return fetched(load, undefined, instead);
}

function fetched<P extends object>(
  load: () => Promise<ComponentType<P>>,
  name?: AwaitedName,
  instead?: ComponentType<P>,
) {
  type Module = { default: ComponentType<P> };
  let there: Module | undefined;
  const fetch = async (): Promise<Module> => {
    there ??= { default: await load() };
    return there;
  };
  const wanted = part(fetch, !instead);
  const shown = () =>
    wanted().catch((cause: unknown) => {
      if (!instead) throw cause;
      logFailure('A part of the page could not be fetched', cause);
      return { default: instead };
    });
  // biome-ignore lint/suspicious/noThenProperty: a synchronous thenable renders at once, unlike a promise.
  const known = { then: (show: (module: Module | undefined) => void) => show(there) };
  const Part = lazy(() => (there ? (known as unknown as Promise<Module>) : shown())) as ComponentType<P>;
  const fallback = name && createElement(Awaited, { name });
  const Shown = fallback ? (props: P) => createElement(Suspense, { fallback }, createElement(Part, props)) : Part;
  return Object.assign(Shown, { fetch, wait: wanted, isThere: () => there !== undefined });
}
