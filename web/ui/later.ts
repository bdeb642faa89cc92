import { type ComponentType, lazy, useEffect } from 'react';

/** Long enough for the first page to have what it needs, in milliseconds. */
const patience = 2_000;

/** Fetches code that may soon be wanted, once the page has what it needs first and is idle. */
export function useFetchedLater({ fetch }: { fetch: () => Promise<unknown> }): void {
  useEffect(() => {
    // A failure is met again, and told, when it is wanted.
    const begin = () => void fetch().catch(() => undefined);
    // Safari knows of no idle time.
    const timer = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(begin), patience);
    return () => clearTimeout(timer);
  }, [fetch]);
}

/**
 * A component whose code is fetched after the page's, by `useFetchedLater` or when it is shown (inside a `Suspense`).
 * Once it is there it is shown at once, as any other: what opens with it finds in it what takes the focus.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  type Module = { default: ComponentType<P> };
  let there: Module | undefined;
  const fetch = async (): Promise<Module> => {
    there ??= { default: await load() };
    return there;
  };
  // biome-ignore lint/suspicious/noThenProperty: an answer that comes at once is shown at once; a promise never does.
  const known = { then: (show: (module: Module | undefined) => void) => show(there) };
  const Part = lazy(() => (there ? (known as unknown as Promise<Module>) : fetch()));
  return Object.assign(Part, { fetch });
}
