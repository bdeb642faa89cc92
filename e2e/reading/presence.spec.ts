import { api } from '@palabre/common/contract/index.ts';
import { type Account, expect, holdBack, settled, still as test } from '../support/test.ts';

test('Presence turns to away after ten idle minutes, for the user and for others, until they move', async ({
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
    // Moves the clock of this page alone by eleven minutes.
    const now = Date.now.bind(Date);
    Date.now = () => now() + 11 * 60_000;
  });
  await expect(card).toContainText('Absent', { timeout: 30_000 });
  await expect.poll(seenByKarim).toBe('away');
  await card.click();
  await expect.poll(seenByKarim).toBe('online');
  await page.getByRole('menuitem', { name: 'Statut' }).press('ArrowRight');
  await expect(page.getByRole('menuitemcheckbox', { name: 'En ligne' })).toBeChecked();
});

test('Presence is unknown to a disconnected user, who shows as offline', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  const { path } = await people.workspace(camille, 'Atelier', karim);
  await people.open(karim, path);
  const page = await people.open(camille, path);
  const panel = page.getByRole('group', { name: 'Membres' });
  await expect(panel.getByRole('heading', { name: 'En ligne – 2' })).toBeVisible();
  await settled(page);
  await page.context().setOffline(true);
  await expect(panel.getByRole('heading')).toHaveText(['Membres – 2']);
  await expect(panel.getByRole('button', { name: /Camille Moreau/ })).toContainText('Hors ligne');
  const other = panel.getByRole('button', { name: /Karim Benali/ });
  await expect(other).not.toContainText('ligne');
  await other.click();
  const profile = page.getByRole('dialog', { name: 'Profil de Karim Benali' });
  await expect(profile).toBeVisible();
  await expect(profile.getByText('En ligne')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(panel.getByRole('heading')).toHaveText(['En ligne – 2']);
});

test('Presence missed while disconnected updates the user and the conversations at the reconnection', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  await people.workspace(camille, 'Atelier', karim);
  const { conversation } = await camille.client.ok(api.conversations.create, { body: { users: [karim.user._id] } });
  let connect = () => {};
  const page = await people.open(camille, `/conversation/${conversation._id}`, {}, async page => {
    connect = await holdBack(page, /\/realtime-[^/]*\.js$/);
  });
  const link = page.getByRole('region', { name: 'Navigation' }).getByRole('link', { name: /Karim Benali/ });
  const shown = [link, page.getByRole('banner')];
  for (const place of shown) await expect(place).toBeVisible();
  const self = page.getByRole('button', { name: /Camille Moreau/ }).first();
  // The user themself comes online on another device meanwhile.
  await Promise.all([people.open(karim, '/conversation'), people.open(camille, '/conversation')]);
  const statusOf = async ({ user }: Account) =>
    (await camille.client.ok(api.users.one, { params: { id: user._id } })).user.status;
  for (const one of [camille, karim]) await expect.poll(() => statusOf(one)).toBe('online');
  for (const place of [self, ...shown]) await expect(place).not.toContainText('En ligne');
  connect();
  for (const place of [self, ...shown]) await expect(place).toContainText('En ligne');
  await settled(page);
  await page.context().setOffline(true);
  for (const place of shown) await expect(place).not.toContainText('En ligne');
  await page.context().setOffline(false);
  for (const place of shown) await expect(place).toContainText('En ligne');
});
