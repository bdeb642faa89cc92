import type { Page } from '@playwright/test';
import { landscape } from '../../server/test/pictures.ts';
import type { Screen } from './screens.ts';
import { composer, expect } from './test.ts';

/** Waits until all visible pictures have loaded. */
const filesShown = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Agrandir vue des combles.jpg' })).toBeVisible();
  await expect
    .poll(() =>
      page
        .getByRole('log')
        .locator('img')
        .evaluateAll(all => all.every(image => (image as HTMLImageElement).complete)),
    )
    .toBe(true);
};

/** Screens of a channel with files. */
export const fileScreens: Screen[] = [
  { name: 'files', path: ({ files }) => files, ready: filesShown },
  {
    name: 'files-viewer',
    path: ({ files }) => files,
    ready: async page => {
      await filesShown(page);
      await page.getByRole('button', { name: 'Agrandir façade nord.jpg' }).click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
  {
    name: 'files-to-send',
    path: ({ files }) => files,
    ready: async page => {
      await filesShown(page);
      await composer(page).focus();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Joindre des fichiers' }).click();
      await (await chooser).setFiles([
        { name: 'vue du jardin.jpg', mimeType: 'image/jpeg', buffer: await landscape(900, 700, '#cfe3ee') },
        {
          name: 'compte-rendu-de-la-reunion-de-chantier.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.alloc(90_000),
        },
      ]);
      await expect(page.getByRole('list', { name: 'Fichiers joints' }).locator('img')).toBeVisible();
    },
  },
];
