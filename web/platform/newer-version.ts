const storageKey = 'palabre.reloaded';
/** Two reloads closer than this, in milliseconds, would mend nothing. */
const reloadApart = 60_000;

/**
 * After an upgrade, a part of the page that was not fetched yet no longer has the name that this page knows: the
 * page is loaded again, and with it the new names. What was typed is kept by drafts and outbox.
 */
export function reloadForNewerVersion(): void {
  window.addEventListener('vite:preloadError', event => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < reloadApart) return;
    sessionStorage.setItem(storageKey, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
