import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react';
import { part } from '../../platform/address/parts.ts';
import { logFailure } from '../../platform/device/log.ts';
import { holdsTyped } from '../../platform/device/newer-version.ts';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { i18n } from '../../platform/words/i18n.ts';
import { alerts } from '../alerts/alerts.ts';
import { Awaited, type AwaitedName, awaiting } from '../motion/awaited.ts';

/** Long enough for the first page to have what it needs, in milliseconds. */
const patience = 2_000;

/** For what is wanted first: the page is mostly painted by then, in milliseconds. */
export const afterFirst = 500;

interface Fetched {
  fetch: () => Promise<unknown>;
  /** The same, waiting for the connection when there is none. */
  wait: () => Promise<unknown>;
  isThere: () => boolean;
}

/**
 * Fetches code that may soon be wanted, once the page has what it needs first and is idle; `wait`: so many milliseconds
 * before that.
 */
export function useFetchedLater({ fetch }: Pick<Fetched, 'fetch'>, wait = patience): void {
  useEffect(() => {
    // A failure is met again, and told, when it is wanted.
    const begin = () => void fetch().catch(() => undefined);
    const timer = setTimeout(() => whenIdle(begin), wait);
    return () => clearTimeout(timer);
  }, [fetch, wait]);
}

/**
 * Whether what is wanted (something, or that it is) can be shown: its code is fetched if it is not there. Without a
 * connection it is waited for: the banner says that `name` will open, and Escape leaves it. When it cannot be
 * fetched nevertheless, that is said and `giveUp` is called; what is wanted next tries again. Of what nobody asked for
 * (`name` is null), nothing is said.
 */
export function useThere(
  { fetch, wait, isThere }: Fetched,
  wanted: unknown,
  giveUp: () => void,
  name: AwaitedName | null = 'asked',
): boolean {
  const [there, setThere] = useState(isThere);
  const missing = Boolean(wanted) && !there && !isThere();
  // biome-ignore lint/correctness/useExhaustiveDependencies: giving up is another function each time; each wish is fetched for.
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && giveUp();
    const forget = name && awaiting(name);
    // As it comes in: an Escape that asked for it is already past here.
    window.addEventListener('keydown', leave, true);
    // It may have come with something else: without a connection too, it is then there.
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
 * A component whose code is fetched after the page's, by `useFetchedLater` or when it is shown. Once it is there it is
 * shown at once, as any other: what opens with it finds in it what takes the focus. Without a connection it is waited for:
 * the banner says that `name` will open; without a name, the `Suspense` around it shows what it has. `fetch` waits for
 * nothing.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, name?: AwaitedName) {
  return fetched(load, name);
}

/**
 * The same for what is shown without anyone having asked for it (a message brought it, or it comes of what one types): the
 * page is never loaded anew for it. Where it cannot be fetched, `instead` is shown.
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
  // biome-ignore lint/suspicious/noThenProperty: an answer that comes at once is shown at once; a promise never does.
  const known = { then: (show: (module: Module | undefined) => void) => show(there) };
  const Part = lazy(() => (there ? (known as unknown as Promise<Module>) : shown())) as ComponentType<P>;
  const fallback = name && createElement(Awaited, { name });
  const Shown = fallback ? (props: P) => createElement(Suspense, { fallback }, createElement(Part, props)) : Part;
  return Object.assign(Shown, { fetch, wait: wanted, isThere: () => there !== undefined });
}
