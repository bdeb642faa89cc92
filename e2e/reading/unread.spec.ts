import { api } from '@palabre/common/contract/index.ts';
import { channelLink, composer, expect, type Page, saying, still as test } from '../support/test.ts';

test('a day’s unread is read on two devices', { tag: '@daily' }, async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  const place = await people.workspace(camille, 'Atelier', karim);
  const workspaceId = place.workspace._id;
  const { channel } = await camille.client.ok(api.channels.create, { body: { title: 'chantier', workspaceId } });
  // The icon of an installed page shows the count, where the browser has the Badging API.
  const phone = await people.open(karim, '/workspaces', {}, page =>
    page.addInitScript(() => {
      const set = (count: number) => {
        document.documentElement.dataset.badge = String(count);
        return Promise.resolve();
      };
      Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) });
    }),
  );
  const badge = () => phone.evaluate(() => document.documentElement.dataset.badge);
  const icon = (page: Page) => page.locator('link[rel="icon"]');
  const desk = await people.open(karim, '/workspaces');
  const post = (content: string) => camille.client.ok(api.messages.send, { body: { channelId: channel._id, content } });
  await post('Bonjour');
  await post(`<@${karim.user._id}> à 14 h ?`);
  for (const page of [phone, desk]) {
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(icon(page)).toHaveAttribute('href', '/favicon-waiting.svg');
    await expect(page.getByRole('navigation').getByLabel('Atelier').getByText('1 mention')).toBeAttached();
    await page.getByRole('navigation').getByLabel('Atelier').click();
    await expect(page.getByRole('link', { name: 'chantier (1 mention)' })).toBeVisible();
  }
  await expect.poll(badge).toBe('1');
  await desk.screenshot({ path: process.env.PICTURE ?? 'test-results/unread.png' });
  await desk.getByRole('link', { name: 'chantier (1 mention)' }).click();
  await expect(saying(desk, 'Bonjour')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'chantier', exact: true })).toBeVisible();
  await expect(phone).toHaveTitle(/^(?!\()/);
  await expect(icon(phone)).toHaveAttribute('href', '/favicon.svg');
  await expect.poll(badge).toBe('0');

  const message = desk.getByRole('article').filter({ hasText: 'Bonjour' });
  await message.click({ button: 'right' });
  await desk.getByRole('menuitem', { name: 'Marquer comme non lu à partir d’ici' }).click();
  await expect(phone.getByRole('link', { name: 'chantier (1 mention)' })).toBeVisible();
  await phone.getByRole('link', { name: 'chantier (1 mention)' }).click();
  await expect(phone.getByText('Nouveaux messages')).toBeVisible();
  await expect(desk).toHaveTitle(/^(?!\()/);
});

test('Notification levels give all of a channel, mentions alone, or nothing; Escape marks the open channel as read', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const place = await people.workspace(camille, 'Atelier', karim);
  const workspaceId = place.workspace._id;
  const { channel } = await camille.client.ok(api.channels.create, { body: { title: 'chantier', workspaceId } });
  const { _id: channelId } = channel;
  const post = (content: string) => camille.client.ok(api.messages.send, { body: { channelId, content } });
  const [page, other] = [await people.open(karim, place.path), await people.open(karim, place.path)];
  const link = (on: Page) => channelLink(on, 'chantier');
  const choose = async (...names: string[]) => {
    await link(page).click({ button: 'right' });
    for (const name of names.slice(0, -1)) await page.getByRole('menuitem', { name }).press('ArrowRight');
    await page
      .getByRole('menuitem', { name: names.at(-1) })
      .or(page.getByRole('menuitemcheckbox', { name: names.at(-1) }))
      .or(page.getByRole('menuitemradio', { name: names.at(-1) }))
      .click();
  };
  await post('Pour tous');
  for (const on of [page, other]) await expect(link(on)).toHaveAttribute('data-unread', 'true');

  await choose('Me notifier', 'Les mentions seulement');
  for (const on of [page, other]) await expect(link(on)).not.toHaveAttribute('data-unread');
  await post(`Pour <@${karim.user._id}>`);
  for (const on of [page, other]) await expect(on.getByRole('link', { name: 'chantier (1 mention)' })).toBeVisible();

  await choose('Me notifier', 'Rien');
  for (const on of [page, other]) {
    await expect(on.getByRole('link', { name: 'chantier', exact: true })).toBeVisible();
    await expect(on).toHaveTitle(/^(?!\()/);
  }
  await choose('Me notifier', 'Tous les messages');
  for (const on of [page, other]) await expect(on.getByRole('link', { name: 'chantier (1 mention)' })).toBeVisible();
  // A mention by name still reaches the inbox, and is counted.
  await choose('Mettre en sourdine');
  await post('Encore ceci');
  for (const on of [page, other]) {
    await expect(on.getByRole('link', { name: 'chantier (1 mention, en sourdine)' })).toBeVisible();
    await expect(on).toHaveTitle(/^\(1\) /);
    await expect(on.getByRole('button', { name: 'Boîte de réception, 1 non lue' })).toBeVisible();
  }
  await choose('Remettre le son');
  await expect(page.getByRole('link', { name: 'chantier (1 mention)' })).toBeVisible();

  // Marked as unread, the channel stays so while viewed, until the key.
  await link(page).click();
  await expect(link(other)).not.toHaveAttribute('data-unread');
  await saying(page, 'Pour tous').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Marquer comme non lu à partir d’ici' }).click();
  await expect(link(other)).toHaveAttribute('data-unread', 'true');
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect(link(other)).not.toHaveAttribute('data-unread');
});
