import { create } from 'zustand';

export type Theme = 'light' | 'dark';

/** What one chooses: a theme, or whichever the system has. */
export type ThemeChoice = Theme | 'system';

const storageKey = 'palabre.theme';
const systemDark = window.matchMedia?.('(prefers-color-scheme: dark)');

/** Light by default, whatever the system prefers. */
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

/** Shows it; gives what is to be known of it. */
function apply(choice: ThemeChoice): { choice: ThemeChoice; theme: Theme } {
  const theme = themeOf(choice);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0b1512' : '#17392f');
  return { choice, theme };
}

interface ThemeState {
  choice: ThemeChoice;
  /** The one that is shown. */
  theme: Theme;
  setTheme(choice: ThemeChoice): void;
}

/**
 * The theme, as it was chosen: kept on this device, where it outlives the session. `web/opening.ts` applies it before
 * the first paint.
 */
export const useTheme = create<ThemeState>(set => ({
  ...apply(kept()),
  setTheme(choice) {
    set(apply(choice));
    try {
      localStorage.setItem(storageKey, choice);
    } catch {
      // Storage may be refused: the choice then lasts as long as the page.
    }
  },
}));

window.addEventListener('storage', event => {
  if (event.key !== storageKey) return;
  useTheme.setState(apply(choiceOf(event.newValue)));
});

systemDark?.addEventListener('change', () => useTheme.setState(({ choice }) => apply(choice)));
