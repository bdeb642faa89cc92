import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { channelLink, composer, expect, messages, say, saying, still as test } from '../support/test.ts';

test('50 messages that each mention 240 people: 50 of each are named, a hundred at a time and once, and one writes on', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { welcome, path } = await people.workspace(camille, 'Atelier', karim);
  const mentioning = (n: number) =>
    [`n° ${n}`, `<@${karim.user._id}>`, ...Array.from({ length: 239 }, () => `<@${randomUUID()}>`)].join(' ');
  for (let n = 1; n <= 50; n += 1) {
    await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: mentioning(n) } });
  }

  await people.haveRead(karim);
  const calls: string[] = [];
  const page = await people.open(karim, path, {}, opened =>
    opened.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/user/named') calls.push(searchParams.get('ids') ?? '');
    }),
  );
  await expect(saying(page, 'n° 50')).toContainText('@Karim Benali');
  await composer(page).fill('Merci.');
  await expect(composer(page)).toHaveValue('Merci.');
  const asked = calls.flatMap(ids => ids.split(','));
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(50 * 50);
  expect(calls.length).toBeLessThanOrEqual(Math.ceil(asked.length / 100) + 1);
});

test('A mention by name, role or @everyone shows to its target; only those who may are offered @everyone', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  await camille.client.ok(api.roles.create, {
    body: { name: 'Conduite', workspaceId: workspace._id, users: [karim.user._id] },
  });
  const [hers, his] = [await people.open(camille, path), await people.open(karim, path)];
  const options = (page: typeof hers) => page.getByRole('listbox', { name: 'Propositions' }).getByRole('option');
  await composer(his).focus();
  await his.keyboard.type('@cond');
  await expect(options(his).filter({ hasText: 'Conduite' })).toBeVisible();
  await composer(his).fill('');
  await his.keyboard.type('@tou');
  await expect(options(his)).toHaveCount(0);
  await composer(his).fill('');

  for (const [typed, name] of [
    ['@kar', 'Karim Benali'],
    ['@cond', 'Conduite'],
    ['@tou', 'tous'],
  ] as const) {
    await composer(hers).focus();
    await hers.keyboard.type(typed);
    await expect(options(hers).filter({ hasText: name })).toBeVisible();
    await hers.keyboard.press('Enter');
    await hers.keyboard.press('Enter');
    const [sent, heard] = [messages(hers).last(), messages(his).last()];
    await expect(heard).toContainText(`@${name}`);
    await expect(heard.locator('xpath=ancestor-or-self::*[@data-called]')).toHaveCount(1);
    await expect(sent.locator('xpath=ancestor-or-self::*[@data-called]')).toHaveCount(0);
    // Shown as a mention, « @tous » too.
    for (const message of [sent, heard]) {
      await expect(message.locator('.mention').first()).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    }
  }
  // Without the right to call everyone, @everyone is a plain word.
  await say(his, '<@everyone> est un mot');
  await expect(messages(his).last().locator('.mention')).toHaveText('@tous');
  await expect(messages(his).last().locator('.mention')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  // Typed faster than the server answers: only matching earlier options can be chosen.
  await composer(hers).focus();
  await hers.keyboard.type('@');
  await expect(options(hers).first()).toHaveText(/Karim Benali/);
  await hers.route('**/members?*search=*', () => {});
  await hers.keyboard.type('cond');
  await hers.keyboard.press('Enter');
  await expect(composer(hers)).toHaveValue('@Conduite ');
  await composer(hers).fill('');
  await say(his, 'Bien reçu');
  await expect(messages(hers).last()).toContainText('Bien reçu');
  await expect(messages(hers).last().locator('xpath=ancestor-or-self::*[@data-called]')).toHaveCount(0);
});

test('the inbox opens on the very message, and its two tabs and its button say what is left', {
  tag: '@daily',
}, async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'chantier', workspaceId: workspace._id },
  });
  const { conversation } = await camille.client.ok(api.conversations.create, { body: { users: [karim.user._id] } });
  const post = (content: string) => camille.client.ok(api.messages.send, { body: { channelId: channel._id, content } });
  await post(`<@${karim.user._id}> le plan est là`);
  for (let n = 1; n <= 60; n += 1) await post(`Suite ${n}`);
  await camille.client.ok(api.messages.send, { body: { conversationId: conversation._id, content: 'À deux' } });
  const page = await people.open(karim, path);
  const inbox = page.getByRole('dialog', { name: 'Boîte de réception' });
  const told = inbox.getByRole('listitem');
  await page.getByRole('button', { name: 'Boîte de réception, 2 non lues' }).click();
  expect((await inbox.boundingBox())?.width).toBe(500);
  await expect(told.getByRole('link')).toHaveCount(2);
  await expect(told.getByRole('link').first()).toContainText('À deux');
  await inbox.getByRole('listitem').first().hover();
  await inbox.getByRole('button', { name: 'Marquer comme lu' }).first().click();
  await expect(told.getByRole('link')).toHaveCount(1);
  await expect(page).toHaveURL(path);
  await inbox.getByRole('tab', { name: /^Mentions/ }).click();
  const mention = told.getByRole('link').filter({ hasText: '@Karim Benali le plan est là' });
  await expect(mention).toContainText('#chantier');
  await mention.click();
  await expect(inbox).toBeHidden();
  await expect(saying(page, 'le plan est là')).toBeFocused();
  await expect(saying(page, 'le plan est là')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Boîte de réception', exact: true })).toBeVisible();
});

test('A mention of somebody who does not see the channel warns its author before sending', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const yann = await people.register('Yann', 'Riou');
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim, yann);
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'direction', visibility: 'private', workspaceId: workspace._id },
  });
  await camille.client.ok(api.roles.create, {
    body: { name: 'Direction', workspaceId: workspace._id, users: [karim.user._id], visibleChannels: [channel._id] },
  });
  const page = await people.open(camille, path);
  await channelLink(page, 'direction').click();
  const unseen = page.getByText('ne voit pas ce salon', { exact: false });
  const name = async (typed: string, whole: string) => {
    await composer(page).focus();
    await page.keyboard.type(typed);
    await page.getByRole('listbox', { name: 'Propositions' }).getByRole('option', { name: whole }).click();
  };
  await name('@kar', 'Karim Benali');
  await expect(composer(page)).toHaveValue('@Karim Benali ');
  await expect(unseen).toHaveCount(0);
  await name('@yan', 'Yann Riou');
  await expect(unseen).toHaveText('Yann Riou ne voit pas ce salon\u00a0: cette mention ne lui sera pas signalée.');
  await composer(page).fill('@Karim Benali seul');
  await expect(unseen).toHaveCount(0);
});
