import { api } from '@palabre/common/contract/index.ts';
import { channelLink, composer, dialog, expect, still as test, told } from '../support/test.ts';

test('two hundred channels are light: one tab stop, found by letters, and a filter in the settings', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  for (let n = 1; n < 200; n += 1) {
    const title = `chantier-${String(n).padStart(3, '0')}`;
    const visibility = n % 10 === 0 ? 'private' : 'public';
    await camille.client.ok(api.channels.create, { body: { title, visibility, workspaceId: workspace._id } });
  }
  const page = await people.open(camille, path);
  const panel = page.getByRole('region', { name: 'Navigation' });
  // The channels, and the list of threads above them.
  await expect(panel.getByRole('link')).toHaveCount(201);
  expect(await panel.locator('*').count()).toBeLessThanOrEqual(600);

  await channelLink(page, 'général').focus();
  await page.keyboard.press('End');
  await expect(channelLink(page, 'chantier-199')).toBeFocused();
  await expect(channelLink(page, 'chantier-199')).toBeInViewport();
  // A busy machine may put a pause between two letters, which begins a new word.
  await expect(async () => {
    await page.keyboard.press('Home');
    await page.keyboard.type('chantier-12');
    await expect(channelLink(page, 'chantier-120')).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('F2');
  await expect(page.getByLabel('Nom du salon')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(channelLink(page, 'chantier-120')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(dialog(page, 'Êtes-vous sûr ?')).toBeVisible();
  await page.getByRole('button', { name: 'Oui, supprimer' }).click();
  await told(page, 'Supprimé ! Le channel a été supprimée.');
  await expect(channelLink(page, 'chantier-121')).toBeFocused();
  // One Tab leaves the whole list, and Shift+Tab returns to the same row.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /Camille Moreau/ }).first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(channelLink(page, 'général')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveAttribute('placeholder', 'Envoyer un message dans #chantier-001');

  await page.goto(`/settings/workspace/${workspace._id}/channels`);
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem')).toHaveCount(199);
  await expect(main.getByRole('button', { name: 'Modifier chantier-001', exact: true })).toBeVisible();
  expect(await page.locator('*').count()).toBeLessThanOrEqual(1_500);
  const last = main.getByRole('listitem').last();
  await expect(async () => {
    await last.scrollIntoViewIfNeeded();
    await expect(main.getByRole('button', { name: 'Modifier chantier-199' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await page.locator('*').count()).toBeLessThanOrEqual(1_500);
  await page.getByLabel('Rechercher un salon').fill('CHANTIER-15');
  await expect(main.getByRole('listitem')).toHaveCount(10);
  await page.getByLabel('Rechercher un salon').fill('rien de tel');
  await expect(page.getByText('Aucun salon de ce nom.')).toBeVisible();
});
