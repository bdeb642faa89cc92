import { api } from '@palabre/common/contract/index.ts';
import {
  channelLink,
  composer,
  dialog,
  expect,
  flashed,
  messages,
  type Page,
  saying,
  still as test,
} from '../support/test.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Rechercher' });
const option = (page: Page, name: string | RegExp) => dialog(page, 'Rechercher').getByRole('option', { name });

test('a search lands in context: the message that was looked for, with those around it; a date leads there too', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, welcome, path } = await people.workspace(camille, 'Atelier', karim);
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'Études', visibility: 'public', workspaceId: workspace._id },
  });
  const say = (content: string) =>
    karim.client.ok(api.messages.send, { body: { channelId: channel._id, content } }).then(answer => answer.message);
  for (let n = 1; n <= 60; n += 1) {
    await say(n === 10 ? `La **toiture** végétalisée, <@${camille.user._id}>, c’est oui.` : `Point ${n}`);
  }
  await karim.client.ok(api.messages.send, {
    body: { channelId: welcome._id, content: '' },
    files: [{ bytes: Buffer.from('plan'), name: 'Plan_toiture.pdf' }],
  });
  const asked = () => camille.client.ok(api.search.files, { query: { q: 'toiture' } });
  await expect.poll(async () => (await asked()).results.length).toBe(1);
  const page = await people.open(camille, path);
  await expect(composer(page)).toBeFocused();

  // By mouse, without accents, by a part of the word.
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await field(page).fill('vegetalis');
  await option(page, /^Karim Benali/).click();
  await expect(page).toHaveURL(new RegExp(`channel/${channel._id}\\?message=`));
  const wanted = saying(page, 'toiture végétalisée');
  await flashed(page, 'toiture végétalisée');
  await expect(wanted).toBeInViewport();
  await expect(wanted).toBeFocused();
  await expect(saying(page, 'Point 9')).toBeInViewport();

  // By keyboard: the file comes first, and opens where it was sent.
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill('toiture');
  await expect(option(page, /^Plan_toiture/)).toHaveAttribute('aria-selected', 'true');
  const extract = option(page, /végétalisée/);
  await expect(extract).toContainText('La toiture végétalisée, @Camille Moreau');
  await expect(extract.locator('mark')).toHaveText('toiture');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`channel/${welcome._id}\\?message=`));
  await expect(messages(page).last()).toBeFocused();

  // Closing returns the focus; filters are inserted by a press.
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await field(page).fill('point');
  await dialog(page, 'Rechercher').getByRole('button', { name: 'de:' }).click();
  await page.keyboard.type('camille');
  await expect(field(page)).toHaveValue('point de:camille');
  await expect(dialog(page, 'Rechercher').getByText('Rien ne correspond')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();

  // From the end of the channel to its start, by the date above the messages.
  await channelLink(page, 'Études').click();
  await expect(saying(page, 'toiture végétalisée')).toBeVisible();
  await messages(page).last().focus();
  await page.keyboard.press('d');
  await dialog(page, 'Aller à une date').getByRole('button', { name: 'Le tout début' }).click();
  await expect(messages(page).first()).toBeFocused();
  await expect(messages(page).first()).toContainText('Point 1');
  await page.getByRole('log').getByRole('button', { name: "Aujourd'hui, aller à une date" }).click();
  await expect(dialog(page, 'Aller à une date').getByRole('button', { name: 'Hier' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('forty channels by keyboard alone: by name, one after the other, and from unread to unread', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  const other = await people.workspace(camille, 'Écurie', karim);
  const channels = [];
  for (let n = 1; n <= 39; n += 1) {
    const body = {
      title: `chantier-${String(n).padStart(2, '0')}`,
      visibility: 'public' as const,
      workspaceId: workspace._id,
    };
    channels.push((await camille.client.ok(api.channels.create, { body })).channel);
  }
  const { conversation } = await karim.client.ok(api.conversations.create, { body: { users: [camille.user._id] } });
  const page = await people.open(camille, path);
  const at = (title: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(composer(page)).toBeFocused();

  // By name, from a draft, which stays.
  await page.keyboard.type('Un brouillon');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('37');
  await expect(option(page, /chantier-37/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await at('chantier-37');
  await expect(composer(page)).toBeFocused();
  // The previous place comes first.
  await page.keyboard.press('Control+k');
  await expect(option(page, /général/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await at('général');
  await expect(composer(page)).toHaveValue('Un brouillon');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');

  // One by one, wrapping around; in an empty field, ↑ alone would edit.
  await page.keyboard.press('Alt+ArrowDown');
  await at('chantier-01');
  await page.keyboard.press('Alt+ArrowUp');
  await at('général');
  await page.keyboard.press('Alt+ArrowUp');
  await at('chantier-39');

  // To unread places: here, in another workspace, in a conversation, wrapping around; from the message list too.
  const send = (place: { channelId: string } | { conversationId: string }, content: string) =>
    karim.client.ok(api.messages.send, { body: { ...place, content } });
  await send({ channelId: channels[4]?._id ?? '' }, 'Cinq');
  await send({ channelId: channels[19]?._id ?? '' }, 'Vingt');
  await send({ channelId: other.welcome._id }, 'Ailleurs');
  await send({ conversationId: conversation._id }, 'À deux');
  await expect(page.getByRole('link', { name: /Conversations/ }).getByText('1 message non lu')).toBeAttached();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(saying(page, 'Ailleurs')).toBeVisible();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(saying(page, 'À deux')).toBeVisible();
  await saying(page, 'À deux').focus();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(saying(page, 'Cinq')).toBeVisible();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(saying(page, 'Vingt')).toBeVisible();

  // The keys work above a picker, not above a dialog; with a selection in the field, Ctrl+K makes a link.
  await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
  await expect(dialog(page, 'Choisir un emoji')).toBeVisible();
  await page.keyboard.press('Control+/');
  await expect(dialog(page, 'Raccourcis clavier')).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page).toHaveURL(new RegExp(`channel/${channels[19]?._id}`));
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toBeHidden();
  await composer(page).fill('palabre');
  await composer(page).press('Control+A');
  await page.keyboard.press('Control+k');
  await expect(composer(page)).toHaveValue(/^\[palabre\]\(/);
  await expect(dialog(page)).toBeHidden();

  // A key marks everything as read, wherever the focus is.
  await send({ channelId: channels[0]?._id ?? '' }, 'Un');
  await expect(channelLink(page, 'chantier-01')).toHaveAttribute('data-unread', 'true');
  await messages(page).last().focus();
  await page.keyboard.press('Shift+Escape');
  await expect(channelLink(page, 'chantier-01')).not.toHaveAttribute('data-unread');
});
