import { withoutSession } from './platform/address/address.ts';

/** The files that each kind of page is made of, besides those that index.html names; written here by the build. */
declare const files: Partial<
  Record<'guest' | 'channel' | 'conversations' | 'workspaces' | 'settings' | 'personal' | 'home' | 'english', string[]>
>;

/** The kind of page that an address leads to, for who has a session. */
function pageOf(path: string): 'channel' | 'conversations' | 'workspaces' | 'settings' | 'personal' | 'home' | 'other' {
  if (path.startsWith('/workspace/')) return 'channel';
  if (path.startsWith('/conversation')) return 'conversations';
  if (path.startsWith('/settings/workspace/')) return 'settings';
  if (path.startsWith('/settings/')) return 'personal';
  if (path === '/home') return 'home';
  return path === '/' || path === '/workspaces' ? 'workspaces' : 'other';
}

/**
 * Stands in the head of index.html (web/vite/opening.ts), before anything is painted: the page never shows the wrong
 * theme, announces the wrong language or begins with an empty screen, its files are asked for all at once, and none is
 * asked for from an address that speaks of a session.
 */
function open(): void {
  const clean = withoutSession(location);
  // By its whole address: a path may begin as that of another host does.
  if (clean !== null) history.replaceState(history.state, '', location.origin + clean);

  const kept = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be refused: the defaults hold.
      return null;
    }
  };
  const { dataset } = document.documentElement;
  const theme = kept('palabre.theme');
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0b1512' : '#17392f');

  const english = kept('palabre.language') === 'en';
  if (english) document.documentElement.lang = 'en';

  const page = kept('token') === null ? 'guest' : pageOf(location.pathname);
  // A conversation has the shape of a channel.
  dataset.opening = location.pathname.startsWith('/conversation/') && page !== 'guest' ? 'channel' : page;
  if (kept('palabre.shell')?.includes('"membersOpen":false')) dataset.members = 'closed';

  for (const file of [...((page !== 'other' && files[page]) || []), ...((english && files.english) || [])]) {
    const link = document.createElement('link');
    const style = file.endsWith('.css');
    // A style sheet is only put in the cache: whoever imports it waits until it applies.
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

open();
