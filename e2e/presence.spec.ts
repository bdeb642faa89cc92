import { api } from '@palabre/common/contract/index.ts';
import { expect, settled, still as test } from './support/test.ts';

test('who touches nothing for ten minutes is away, for themself and for others, until they move', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  await people.workspace(camille, 'Atelier', karim);
  const seenByKarim = async () =>
    (await karim.client.ok(api.users.one, { params: { id: camille.user._id } })).user.status;
  const page = await people.open(camille, '/workspaces');
  await settled(page);
  const card = page.getByRole('button', { name: /Camille Moreau/ }).first();
  await expect(card).toContainText('En ligne');
  await page.evaluate(() => {
    // Ten minutes go by for the page, and for nobody else.
    const now = Date.now.bind(Date);
    Date.now = () => now() + 11 * 60_000;
  });
  await expect(card).toContainText('Absent', { timeout: 25_000 });
  await expect.poll(seenByKarim).toBe('away');
  await card.click();
  await expect.poll(seenByKarim).toBe('online');
  await page.getByRole('menuitem', { name: 'Statut' }).press('ArrowRight');
  await expect(page.getByRole('menuitemcheckbox', { name: 'En ligne' })).toBeChecked();
});
