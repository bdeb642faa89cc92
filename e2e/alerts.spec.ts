import type { Page } from '@playwright/test';
import { expect, settled, test } from './support/test.ts';

/** The controls that an alert stands on. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[data-alerts] li')?.getBoundingClientRect();
    if (!box) return ['no alert'];
    const found: string[] = [];
    for (const control of document.querySelectorAll('button, a[href], input, textarea')) {
      if (control.closest('[data-alerts]')) continue;
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      if (width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top) {
        found.push(control.getAttribute('aria-label') ?? control.textContent ?? '');
      }
    }
    return found;
  });

/** What is chosen while away is said by an alert, on whatever page one is. */
async function choose(page: Page, status: string): Promise<void> {
  await settled(page);
  await page.context().setOffline(true);
  await expect(page.getByText(/^Vous êtes hors ligne|^Connexion perdue|joindre/).first()).toBeVisible();
  await page
    .getByRole('button', { name: /Camille Moreau/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Statut' }).press('ArrowRight');
  await page.getByRole('menuitemcheckbox', { name: status }).click();
}

test('a status chosen while away is kept, said, and taken when the connection is back; its alert covers no control', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, workspace } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, '/privacy');
  const sizes = [
    { width: 1440, height: 900, status: 'Occupé' },
    { width: 1024, height: 768, status: 'Absent' },
  ];
  for (const address of ['/workspaces', `/settings/workspace/${workspace._id}/channels`, path]) {
    for (const { status, ...viewport } of sizes) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await expect(page.getByRole('button', { name: /Camille Moreau/ }).first()).toBeVisible();
      await choose(page, status);
      await expect(page.getByText(new RegExp(`Statut « ${status} »`))).toBeVisible();
      expect(await covered(page)).toEqual([]);
      await page.context().setOffline(false);
    }
  }
  await expect(page.getByRole('button', { name: /Camille Moreau/ }).first()).toContainText('Absent');
});
