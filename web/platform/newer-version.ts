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

async function reload(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(storageKey) ?? 0);
  if (Date.now() - last < reloadApart || !(await serverAnswers())) return false;
  sessionStorage.setItem(storageKey, String(Date.now()));
  const address = wanted();
  if (address) window.location.assign(address);
  else window.location.reload();
  return true;
}

/**
 * Loads the page again where someone was going, because a part of it cannot be fetched: mostly it no longer has the name
 * that this page knows, after an upgrade. Resolves with whether it does: not twice in a row, nor without the server.
 */
export function recover(): Promise<boolean> {
  recovering ??= reload().then(does => {
    if (!does) recovering = null;
    return does;
  });
  return recovering;
}

/**
 * Recovers whenever a part of the page cannot be fetched, even one that nobody has asked for yet. What was typed is
 * kept by drafts and outbox. `going`: the address that someone is on the way to, if any.
 */
export function reloadForNewerVersion(going: () => string | null): void {
  wanted = going;
  window.addEventListener('vite:preloadError', () => void recover());
}
