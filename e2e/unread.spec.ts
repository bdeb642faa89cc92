import { api } from '@palabre/common/contract/index.ts';
import { expect, saying, test } from './support/test.ts';

test('a day’s unread is read on two devices', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  const place = await people.workspace(camille, 'Atelier', karim);
  const workspaceId = place.workspace._id;
  const { channel } = await camille.client.ok(api.channels.create, { body: { title: 'chantier', workspaceId } });
  const phone = await people.open(karim, '/workspaces');
  const desk = await people.open(karim, '/workspaces');
  const post = (content: string) => camille.client.ok(api.messages.send, { body: { channelId: channel._id, content } });
  await post('Bonjour');
  await post(`<@${karim.user._id}> à 14 h ?`);
  for (const page of [phone, desk]) {
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(page.getByRole('navigation').getByLabel('Atelier').getByText('1 mention')).toBeAttached();
    await page.getByRole('navigation').getByLabel('Atelier').click();
    await expect(page.getByRole('link', { name: 'chantier (1 mention)' })).toBeVisible();
  }
  await desk.screenshot({ path: process.env.PICTURE ?? 'test-results/unread.png' });
  await desk.getByRole('link', { name: 'chantier (1 mention)' }).click();
  await expect(saying(desk, 'Bonjour')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'chantier', exact: true })).toBeVisible();
  await expect(phone).toHaveTitle(/^(?!\()/);

  const message = desk.getByRole('article').filter({ hasText: 'Bonjour' });
  await message.click({ button: 'right' });
  await desk.getByRole('menuitem', { name: 'Marquer comme non lu à partir d’ici' }).click();
  await expect(phone.getByRole('link', { name: 'chantier (1 mention)' })).toBeVisible();
  await phone.getByRole('link', { name: 'chantier (1 mention)' }).click();
  await expect(phone.getByText('Nouveaux messages')).toBeVisible();
  await expect(desk).toHaveTitle(/^(?!\()/);
});
