const storageKey = 'palabre.reloaded';
/** Two reloads closer than this, in milliseconds, would mend nothing. */
const reloadApart = 60_000;

/** A server that is away has no newer version: reloading would only lose the page. */
async function serverAnswers(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}

/**
 * After an upgrade, a part of the page that was not fetched yet no longer has the name that this page knows: the
 * page is loaded again, and with it the new names. What was typed is kept by drafts and outbox.
 */
export function reloadForNewerVersion(): void {
  window.addEventListener('vite:preloadError', async () => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < reloadApart || !(await serverAnswers())) return;
    sessionStorage.setItem(storageKey, String(Date.now()));
    window.location.reload();
  });
}
