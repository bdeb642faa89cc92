import type { Screen } from './screens.ts';
import { expect, type Page } from './test.ts';

const thread = (page: Page) => page.getByRole('complementary', { name: 'Fil', exact: true });

/** Screens of threads: beside their channel, with replies and before the first one, and their list. */
export const threadScreens: Screen[] = [
  {
    name: 'thread',
    path: ({ threads }) => threads.full,
    ready: async page => {
      await expect(thread(page).getByText('À tout à l’heure.')).toBeVisible();
    },
  },
  {
    name: 'thread-new',
    path: ({ threads }) => threads.empty,
    ready: async page => {
      await expect(thread(page).getByRole('article')).toHaveCount(1);
      await expect(thread(page).getByRole('textbox')).toBeVisible();
    },
  },
  {
    name: 'threads',
    path: () => '/threads',
    ready: async page => {
      await expect(page.getByRole('article', { name: /^Fil de Camille/ }).getByText('À tout à l’heure.')).toBeVisible();
    },
  },
];
