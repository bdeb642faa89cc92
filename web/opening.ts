import { withoutSession } from './platform/address/address.ts';
import { paintPlace, placeKey } from './platform/place-style.ts';

/** Files that each kind of page needs, besides the files that index.html names; the build defines this constant. */
declare const files: Partial<
  Record<'guest' | 'channel' | 'conversations' | 'workspaces' | 'settings' | 'personal' | 'home' | 'english', string[]>
>;

/** Returns the kind of page at an address, for a person with a session. */
function pageOf(path: string): 'channel' | 'conversations' | 'workspaces' | 'settings' | 'personal' | 'home' | 'other' {
  if (path.startsWith('/workspace/')) return 'channel';
  if (path.startsWith('/conversation')) return 'conversations';
  if (path.startsWith('/settings/workspace/')) return 'settings';
  if (path === '/settings' || path.startsWith('/settings/')) return 'personal';
  if (path === '/home') return 'home';
  return path === '/' || path === '/workspaces' ? 'workspaces' : 'other';
}

/**
 * Prepares the page before the first paint, as an inline script in index.html's head (web/vite/opening.ts): removes session
 * fields from the address, sets theme and language, chooses the skeleton, and preloads all the files that the page needs.
 */
function open(): void {
  const clean = withoutSession(location);
  // With the origin, because a path that begins with « // » would name another host.
  if (clean !== null) history.replaceState(history.state, '', location.origin + clean);

  const kept = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Without storage, the defaults apply.
      return null;
    }
  };
  const { dataset } = document.documentElement;
  const theme = kept('palabre.theme');
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0b1512' : '#17392f');

  let place = null;
  try {
    place = JSON.parse(kept(placeKey) ?? 'null');
    if (place) paintPlace(place.palette);
    if (place?.name) document.title = place.name;
  } catch {
    // Another version's value: read again from the server.
  }

  const english = (kept('palabre.language') ?? place?.language) === 'en';
  if (english) document.documentElement.lang = 'en';

  const { pathname } = location;
  const page = kept('token') === null ? 'guest' : pageOf(pathname);
  const isTalk = pathname.startsWith('/conversation/');
  // A conversation uses a channel's skeleton; the personal menu has no header, like home.
  const looks = isTalk ? 'channel' : pathname === '/settings' ? 'home' : page;
  dataset.opening = page === 'guest' ? page : looks;
  // On a phone, all pages but places have the bar.
  if (page !== 'guest' && !isTalk && !pathname.includes('/channel/')) dataset.tabs = '';
  if (kept('palabre.shell')?.includes('"membersOpen":false')) dataset.members = 'closed';

  for (const file of [...((page !== 'other' && files[page]) || []), ...((english && files.english) || [])]) {
    const link = document.createElement('link');
    const style = file.endsWith('.css');
    // A stylesheet is only preloaded into the cache: the chunk that imports it applies it.
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

open();
