const storageKey = 'palabre.reloaded';
/** Two reloads closer than this, in milliseconds, would mend nothing. */
const reloadApart = 60_000;

/** Whether the server is there: one that is away has no newer version, and reloading would only lose the page. */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}

let wanted: () => string | null = () => null;
let recovering: Promise<boolean> | null = null;

const typedIn = new WeakSet<Element>();
const fields = 'input:not([type="search"]), textarea';

/**
 * Whether something is typed that a reload would lose. What a list is filtered by is no loss, and what is within
 * `data-kept` is kept as it is shown, on the device or by the server.
 */
export function holdsTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(
    field => typedIn.has(field) && field.value !== '' && !field.closest('[data-kept]'),
  );
}

async function reload(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(storageKey) ?? 0);
  if (Date.now() - last < reloadApart || !(await serverAnswers())) return false;
  const address = wanted();
  // Who leaves a form for another page has been asked about it already.
  if (!address && holdsTyped()) return false;
  sessionStorage.setItem(storageKey, String(Date.now()));
  if (address) window.location.assign(address);
  else window.location.reload();
  return true;
}

/**
 * Loads the page again where someone was going, because a part of it that they asked for cannot be fetched: mostly it no
 * longer has the name that this page knows, after an upgrade. What nobody asked for (fetched ahead, or because the pointer
 * rests on something) is no reason to. Resolves with whether it does: not twice in a row, nor without the server, nor
 * where something typed would be lost.
 */
export function recover(): Promise<boolean> {
  recovering ??= reload().then(does => {
    if (!does) recovering = null;
    return does;
  });
  return recovering;
}

/** Makes `recover` know what it must. `going`: the address that someone is on the way to, if any. */
export function prepareToRecover(going: () => string | null): void {
  wanted = going;
  document.addEventListener('input', ({ target }) => target instanceof Element && typedIn.add(target), {
    capture: true,
    passive: true,
  });
}
