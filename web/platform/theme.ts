import { create } from 'zustand';

export type Theme = 'light' | 'dark';

const storageKey = 'palabre.theme';

function applied(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0b1512' : '#17392f');
}

interface ThemeState {
  theme: Theme;
  setTheme(theme: Theme): void;
}

/**
 * The theme in use. Light by default (spec, section 2: « Clair »), whatever the system prefers; the choice is kept on
 * this device and outlives the session. `web/opening.ts` applies it before the first paint.
 */
export const useTheme = create<ThemeState>(set => ({
  theme: applied(),
  setTheme(theme) {
    apply(theme);
    try {
      localStorage.setItem(storageKey, theme);
    } catch {
      // Storage may be refused: the choice then lasts as long as the page.
    }
    set({ theme });
  },
}));

window.addEventListener('storage', event => {
  if (event.key !== storageKey) return;
  const theme: Theme = event.newValue === 'dark' ? 'dark' : 'light';
  apply(theme);
  useTheme.setState({ theme });
});
