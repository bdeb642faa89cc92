const storageKey = 'palabre.reloaded';
/** Minimum interval between two reloads: if the first did not help, a second one soon after will not either. */
const reloadEveryMs = 60_000;

/** Tells whether the server answers. Without the server, a reload would only lose the page. */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}

let wanted: () => string | null = () => null;
let recovering: Promise<boolean> | null = null;

const typedIn = new WeakSet<Element>();
const fields = 'input:not([type="search"]), textarea';

/**
 * Tells whether a field holds typed text that a reload would lose. Search fields don't count, nor do fields within
 * `data-kept`, whose text is stored on the device or by the server.
 */
export function holdsTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(
    field => typedIn.has(field) && field.value !== '' && !field.closest('[data-kept]'),
  );
}

async function reload(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(storageKey) ?? 0);
  if (Date.now() - last < reloadEveryMs || !(await serverAnswers())) return false;
  const address = wanted();
  // A person who navigates away from a form has already confirmed its loss.
  if (!address && holdsTyped()) return false;
  sessionStorage.setItem(storageKey, String(Date.now()));
  if (address) window.location.assign(address);
  else window.location.reload();
  return true;
}

/**
 * Reloads the page, at the address that the person was navigating to, because a chunk they need can't be fetched: mostly, an
 * upgrade has changed its file name. A failed prefetch is no reason to reload.
 * @returns whether the page reloads: not twice in a row, not without the server, not if typed text would be lost
 */
export function recover(): Promise<boolean> {
  recovering ??= reload().then(does => {
    if (!does) recovering = null;
    return does;
  });
  return recovering;
}

/** Prepares `recover`. `going` returns the address that the person is navigating to, if any. */
export function prepareToRecover(going: () => string | null): void {
  wanted = going;
  document.addEventListener('input', ({ target }) => target instanceof Element && typedIn.add(target), {
    capture: true,
    passive: true,
  });
}
