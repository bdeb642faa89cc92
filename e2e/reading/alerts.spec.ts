import type { Page } from '@playwright/test';
import { expect, settled, test } from '../support/test.ts';

/**
 * Returns the controls covered by an alert with this text, once it stands still; checked within the page, as the alert
 * disappears.
 */
async function covered(page: Page, text: string): Promise<string[]> {
  const controls = await page.waitForFunction(said => {
    const alert = [...document.querySelectorAll('[data-alerts] li')].find(one => one.textContent?.includes(said));
    if (!alert || alert.getAnimations().some(({ playState }) => playState === 'running')) return null;
    const box = alert.getBoundingClientRect();
    const found: string[] = [];
    for (const control of document.querySelectorAll('button, a[href], input, textarea')) {
      if (control.closest('[data-alerts]')) continue;
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      if (width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top) {
        found.push(control.getAttribute('aria-label') ?? control.textContent ?? '');
      }
    }
    return found;
  }, text);
  return controls.jsonValue() as Promise<string[]>;
}

/** Chooses a status while disconnected, which an alert reports on any page. */
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
  const [wide, narrow] = [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ];
  for (const [address, viewport, status] of [
    [`/settings/workspace/${workspace._id}/channels`, narrow, 'Occupé'],
    [path, wide, 'Occupé'],
    [path, narrow, 'Absent'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.goto(address);
    await expect(page.getByRole('button', { name: /Camille Moreau/ }).first()).toBeVisible();
    await choose(page, status);
    expect(await covered(page, `Statut « ${status} »`)).toEqual([]);
    await page.context().setOffline(false);
  }
  await expect(page.getByRole('button', { name: /Camille Moreau/ }).first()).toContainText('Absent');
});
