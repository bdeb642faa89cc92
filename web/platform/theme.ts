import { create } from 'zustand';

/** A theme that the page can show. */
export type Theme = 'light' | 'dark';

/** A person's choice: a theme, or the system's. */
export type ThemeChoice = Theme | 'system';

const storageKey = 'palabre.theme';
const systemDark = window.matchMedia?.('(prefers-color-scheme: dark)');

/** Parses a stored choice; without a valid one, the theme is light, even if the system's is dark. */
const choiceOf = (text: string | null): ThemeChoice => (text === 'dark' || text === 'system' ? text : 'light');

function kept(): ThemeChoice {
  try {
    return choiceOf(localStorage.getItem(storageKey));
  } catch {
    return 'light';
  }
}

function themeOf(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return systemDark?.matches ? 'dark' : 'light';
}

/** Shows the chosen theme and returns it, for the store. */
function apply(choice: ThemeChoice): { choice: ThemeChoice; theme: Theme } {
  const theme = themeOf(choice);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0b1512' : '#17392f');
  return { choice, theme };
}

interface ThemeState {
  choice: ThemeChoice;
  /** The theme that is shown. */
  theme: Theme;
  setTheme(choice: ThemeChoice): void;
}

/**
 * Store of the theme. The choice is kept on this device and outlives the session; `web/opening.ts` applies it before the
 * first paint.
 */
export const useTheme = create<ThemeState>(set => ({
  ...apply(kept()),
  setTheme(choice) {
    set(apply(choice));
    try {
      localStorage.setItem(storageKey, choice);
    } catch {
      // Without storage (some private windows), the choice lasts as long as the page.
    }
  },
}));

window.addEventListener('storage', event => {
  if (event.key !== storageKey) return;
  useTheme.setState(apply(choiceOf(event.newValue)));
});

systemDark?.addEventListener('change', () => useTheme.setState(({ choice }) => apply(choice)));
