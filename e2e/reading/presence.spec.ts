import { api } from '@palabre/common/contract/index.ts';
import { expect, holdBack, settled, still as test } from '../support/test.ts';

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
  await expect(card).toContainText('Absent', { timeout: 60_000 });
  await expect.poll(seenByKarim).toBe('away');
  await card.click();
  await expect.poll(seenByKarim).toBe('online');
  await page.getByRole('menuitem', { name: 'Statut' }).press('ArrowRight');
  await expect(page.getByRole('menuitemcheckbox', { name: 'En ligne' })).toBeChecked();
});

test('who is connected before the first answer has come is there all the same', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, '/workspaces', {}, async page => {
    const told = new Promise<void>(resolve => {
      page.on('websocket', socket =>
        socket.on('framereceived', ({ payload }) => `${payload}`.includes('"userUpdate"') && resolve()),
      );
    });
    // The server has read it, and it is long on its way.
    await page.route('**/api/boot*', async route => {
      const response = await route.fetch();
      await told;
      await route.fulfill({ response });
    });
  });
  await expect(page.getByRole('main').getByText('Atelier').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Camille Moreau/ }).first()).toContainText('En ligne');
});

test('who is not connected is not told who is there, and is not among them', async ({ people }) => {
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

test('who is not connected is not told who is there in their conversations either', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  await people.workspace(camille, 'Atelier', karim);
  const { conversation } = await camille.client.ok(api.conversations.create, { body: { users: [karim.user._id] } });
  const page = await people.open(camille, `/conversation/${conversation._id}`);
  const link = page.getByRole('region', { name: 'Navigation' }).getByRole('link', { name: /Karim Benali/ });
  const shown = [link, page.getByRole('banner')];
  for (const place of shown) await expect(place).toContainText('Hors ligne');
  await settled(page);
  await people.open(karim, '/conversation');
  for (const place of shown) await expect(place).toContainText('En ligne');
  await page.context().setOffline(true);
  for (const place of shown) await expect(place).not.toContainText('En ligne');
  await page.context().setOffline(false);
  for (const place of shown) await expect(place).toContainText('En ligne');
});

test('who comes while a page is not connected yet is there in its conversations once it is', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  await people.workspace(camille, 'Atelier', karim);
  await camille.client.ok(api.conversations.create, { body: { users: [karim.user._id] } });
  let connect = () => {};
  const page = await people.open(camille, '/conversation', {}, async page => {
    connect = await holdBack(page, /\/realtime-[^/]*\.js$/);
  });
  const link = page.getByRole('region', { name: 'Navigation' }).getByRole('link', { name: /Karim Benali/ });
  await expect(link).toBeVisible();
  await people.open(karim, '/conversation');
  const status = async () => (await camille.client.ok(api.users.one, { params: { id: karim.user._id } })).user.status;
  await expect.poll(status).toBe('online');
  connect();
  await expect(link).toContainText('En ligne');
});
