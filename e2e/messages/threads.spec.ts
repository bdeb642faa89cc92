import { api } from '@palabre/common/contract/index.ts';
import { devices } from '@playwright/test';
import { barriers } from '../support/axe.ts';
import { smallTargets } from '../support/targets.ts';
import {
  type Account,
  channelLink,
  composer,
  dialog,
  expect,
  flashed,
  type Page,
  saying,
  still as test,
} from '../support/test.ts';

const phone = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };

const thread = (page: Page) => page.getByRole('complementary', { name: 'Fil', exact: true });
const field = (page: Page) => thread(page).getByRole('textbox', { name: 'Réponse dans le fil' });
const reply = (page: Page, text: string) => thread(page).getByRole('article').filter({ hasText: text });
const inChannel = (page: Page) => page.getByRole('log', { name: /^Messages de #/ });
const line = (page: Page, name: RegExp) => inChannel(page).getByRole('button', { name });
const entry = (page: Page) => page.getByRole('link', { name: /^Fils/ });

const answer = (who: Account, threadOf: string, content: string) =>
  who.client.ok(api.messages.send, { body: { threadOf, content } }).then(({ message }) => message);

test('two people talk in a thread beside their channel: its replies are counted under its root, read in place, and shown in the channel when asked for', {
  tag: '@daily',
}, async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'On part à 7 h ?' } });
  const [hers, his] = [await people.open(camille, path), await people.open(karim, path)];

  // R opens the thread of the focused message, with the focus in its field.
  await saying(hers, 'On part').focus();
  await hers.keyboard.press('r');
  await expect(thread(hers).getByRole('heading', { name: 'Fil de Karim' })).toBeVisible();
  await expect(field(hers)).toBeFocused();
  await field(hers).fill('Plutôt à 8 h.');
  await field(hers).press('Enter');
  await expect(reply(hers, 'Plutôt à 8 h.')).toHaveAttribute('data-state', 'sent');
  await expect(line(hers, /^fil de Karim, 1 réponse$/)).toBeVisible();
  await expect(inChannel(hers).getByRole('article')).toHaveCount(1);

  // He follows the thread of his message: one unread, in the list and under the root, until he opens it.
  await expect(line(his, /^fil de Karim, 1 réponse, 1 non lue$/)).toBeVisible();
  await expect(entry(his)).toContainText('1 fil non lu');
  await line(his, /^fil de Karim/).click();
  await expect(reply(his, 'Plutôt à 8 h.')).toBeVisible();
  await expect(entry(his)).not.toContainText('non lu');
  await expect(field(his)).toBeFocused();
  await field(his).pressSequentially('Alors ');
  await expect(thread(hers).getByText('Karim écrit…')).toBeVisible();
  await field(his).fill('Alors à 8 h, devant la gare.');
  await thread(his)
    .getByRole('checkbox', { name: `Envoyer aussi dans #${welcome.title}` })
    .click();
  await field(his).press('Enter');

  // The copy in the channel leads back to the reply.
  await expect(reply(hers, 'devant la gare')).toBeVisible();
  const copy = inChannel(hers).getByRole('article').filter({ hasText: 'devant la gare' });
  await expect(copy).toContainText('a répondu dans un fil');
  await expect(line(hers, /^fil de Karim, 2 réponses$/)).toBeVisible();
  await expect(thread(his).getByRole('checkbox', { name: /^Envoyer aussi/ })).not.toBeChecked();

  // Escape closes the thread, and gives the focus back to the message it was opened from; « back » does the same.
  await hers.keyboard.press('Escape');
  await expect(thread(hers)).toBeHidden();
  await expect(saying(hers, 'On part')).toBeFocused();
  await copy.getByRole('button', { name: 'a répondu dans un fil' }).click();
  await expect(reply(hers, 'devant la gare')).toBeVisible();
  await hers.goBack();
  await expect(thread(hers)).toBeHidden();
});

test('a thread whose first message is deleted stays with its replies, and goes with the last of them', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const body = { channelId: welcome._id, content: 'La réunion est à 14 h.' };
  const { message: root } = await camille.client.ok(api.messages.send, { body });
  const one = await answer(karim, root._id, 'Noté.');
  const page = await people.open(camille, path);
  await line(page, /^fil de Camille, 1 réponse, 1 non lue$/).click();
  await expect(reply(page, 'Noté.')).toBeVisible();
  await camille.client.ok(api.messages.remove, { params: { id: root._id } });
  await expect(reply(page, 'Message supprimé')).toBeVisible();
  await expect(line(page, /^fil d’un message supprimé, 1 réponse$/)).toBeVisible();
  people.expectRefused(/404 GET .*thread/);
  await karim.client.ok(api.messages.remove, { params: { id: one._id } });
  await expect(thread(page).getByText('Ce fil n’est plus là')).toBeVisible();
  await thread(page).getByRole('button', { name: 'Fermer le fil' }).last().click();
  await expect(inChannel(page)).toBeHidden();
  await expect(composer(page)).toBeVisible();
});

test('the page of threads lists what is unread, reads it in place and answers it there; marking a channel as read includes its threads', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const say = (content: string) =>
    camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content } }).then(({ message }) => message);
  const [first, second] = [await say('Le plan est prêt.'), await say('Qui vient lundi ?')];
  for (const text of ['Merci', 'Je regarde', 'Deux remarques', 'Et une troisième'])
    await answer(karim, first._id, text);
  await answer(karim, second._id, 'Moi');
  const page = await people.open(camille, path);
  await expect(entry(page)).toContainText('2 fils non lus');
  await expect(channelLink(page, welcome.title)).toBeVisible();
  await entry(page).click();
  const card = (title: string) => page.getByRole('article', { name: /^Fil de Camille/ }).filter({ hasText: title });
  await expect(card('Qui vient lundi ?').getByText('Moi', { exact: true })).toBeVisible();
  // A thread shown whole is read by being seen; the longer thread waits until it is opened or marked.
  await expect(entry(page)).toContainText('1 fil non lu');
  await expect(card('Le plan est prêt.').getByRole('link', { name: 'Voir la réponse précédente' })).toBeVisible();
  await card('Qui vient lundi ?')
    .getByRole('button', { name: /^Répondre : / })
    .click();
  const box = card('Qui vient lundi ?').getByRole('textbox');
  await expect(box).toBeFocused();
  await box.fill('Parfait.');
  await box.press('Enter');
  await expect(card('Qui vient lundi ?').getByText('Parfait.')).toBeVisible();
  await page.goto(path);
  await expect(entry(page)).toContainText('1 fil non lu');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entry(page)).not.toContainText('non lu');
  const { threads } = await camille.client.ok(api.unread.list);
  expect(threads).toEqual([]);
});

test('a thread is the page of a phone: « back » closes it, its list is reached from the channels, and a finger has room', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome, workspace } = await people.workspace(camille, 'Atelier', karim);
  const body = { channelId: welcome._id, content: 'On part à 7 h ?' };
  const { message: root } = await camille.client.ok(api.messages.send, { body });
  await answer(karim, root._id, 'Plutôt à 8 h.');
  const page = await people.open(camille, path, phone);
  await line(page, /^fil de Camille, 1 réponse, 1 non lue$/).click();
  await expect(reply(page, 'Plutôt à 8 h.')).toBeVisible();
  await expect(inChannel(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect.poll(() => smallTargets(page)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  await page.evaluate(() => history.back());
  await expect(thread(page)).toBeHidden();
  await expect(saying(page, 'On part à 7 h ?')).toBeVisible();

  // One that is opened by its address closes to the channel.
  await page.goto(`${path}?thread=${root._id}`);
  await field(page).fill('D’accord, à 8 h.');
  await thread(page).getByRole('button', { name: 'Envoyer' }).click();
  await expect(reply(page, 'D’accord, à 8 h.')).toHaveAttribute('data-state', 'sent');
  await thread(page).getByRole('button', { name: 'Fermer le fil' }).click();
  await expect(page).toHaveURL(path);
  await answer(karim, root._id, 'Devant la gare.');
  await page.getByRole('button', { name: 'Retour à la liste' }).click();
  await expect(page).toHaveURL(`/workspace/${workspace._id}`);
  await expect(entry(page)).toContainText('1 fil non lu');
  await entry(page).click();
  await expect(page.getByText('Devant la gare.')).toBeVisible();
  await expect(entry(page)).toHaveCount(0);
  await expect.poll(() => smallTargets(page)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

test('three people in a thread see each other write at once; who loses the channel loses the thread, and what it told', async ({
  people,
}) => {
  const [camille, karim, yann] = [
    await people.register('Camille', 'Moreau'),
    await people.register('Karim', 'Benali'),
    await people.register('Yann', 'Le Goff'),
  ];
  const { path, workspace } = await people.workspace(camille, 'Atelier', karim, yann);
  const made = { title: 'direction', visibility: 'private' as const, workspaceId: workspace._id };
  const { channel } = await camille.client.ok(api.channels.create, { body: made });
  const params = { id: channel._id };
  await camille.client.ok(api.channels.letIn, { params, body: { add: [karim.user._id, yann.user._id] } });
  const { message: root } = await camille.client.ok(api.messages.send, {
    body: { channelId: channel._id, content: 'Qui signe le devis ?' },
  });
  await answer(yann, root._id, 'Pas moi.');
  const there = `${path.slice(0, path.lastIndexOf('/'))}/${channel._id}?thread=${root._id}`;
  const [hers, his, theirs] = [
    await people.open(camille, there),
    await people.open(karim, there),
    await people.open(yann, there),
  ];
  const pages = [hers, his, theirs];
  for (const page of pages) await expect(reply(page, 'Pas moi.')).toBeVisible();
  for (const [page, text] of [
    [hers, 'Qui alors ?'],
    [his, 'Moi, demain.'],
    [theirs, 'Parfait.'],
  ] as const) {
    await field(page).fill(text);
    await field(page).press('Enter');
  }
  for (const page of pages) {
    for (const text of ['Qui alors ?', 'Moi, demain.', 'Parfait.']) await expect(reply(page, text)).toBeVisible();
    await expect(line(page, /^fil de Camille, 4 réponses$/)).toBeVisible();
  }

  people.expectRefused(/404 .*/);
  await camille.client.ok(api.channels.letIn, { params, body: { remove: [yann.user._id] } });
  await expect(thread(theirs)).toBeHidden();
  await expect(theirs.getByText('Qui signe le devis ?')).toHaveCount(0);
  await answer(karim, root._id, 'C’est signé.');
  for (const page of [hers, his]) await expect(reply(page, 'C’est signé.')).toBeVisible();
  await expect(entry(theirs)).not.toContainText('non lu');
  expect((await yann.client.ok(api.unread.list)).threads).toEqual([]);
});

test('links, notifications and the search lead to a reply in its thread, which Ctrl+K finds too', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const body = { channelId: welcome._id, content: 'Le bardage arrive mardi.' };
  const { message: root } = await karim.client.ok(api.messages.send, { body });
  for (let n = 0; n < 60; n += 1) await answer(karim, root._id, `ligne ${n}`);
  const called = await answer(karim, root._id, `<@${camille.user._id}> la teinte du zinc ?`);
  const page = await people.open(camille, path);
  await expect(line(page, /^fil de Karim, 61 réponses/)).toBeVisible();

  // The inbox names the channel and the thread, and leads to the reply.
  await page.getByRole('button', { name: /^Boîte de réception/ }).click();
  const told = page.getByRole('link', { name: /la teinte du zinc/ });
  await expect(told).toContainText(`#${welcome.title} › fil`);
  await Promise.all([flashed(page, 'la teinte du zinc'), told.click()]);
  await expect(reply(page, 'la teinte du zinc')).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`message=${called._id}&thread=${root._id}`));

  // A link to an early reply shows the reply, and flashes it there.
  const early = await camille.client.ok(api.threads.one, { params: { id: root._id } });
  const [first] = early.messages;
  const address = new URL(`${path.split('?')[0]}?message=${first?._id}&thread=${root._id}`, page.url()).href;
  await page.getByRole('button', { name: 'Fermer le fil' }).click();
  await composer(page).fill(address);
  await composer(page).press('Enter');
  const link = inChannel(page).getByRole('link', { name: new RegExp(`#${welcome.title} › fil › Karim`) });
  await Promise.all([flashed(page, first?.content ?? '-'), link.click()]);
  await expect(reply(page, first?.content ?? '-').first()).toBeInViewport();

  // The search and the quick switcher find the reply and the thread.
  await page.keyboard.press('Control+k');
  await dialog(page, 'Rechercher').getByRole('combobox').fill('zinc');
  await dialog(page, 'Rechercher')
    .getByRole('option', { name: /la teinte du zinc/ })
    .click();
  await expect(reply(page, 'la teinte du zinc')).toBeInViewport();
  await page.getByRole('button', { name: 'Fermer le fil' }).click();
  await page.keyboard.press('Control+k');
  await dialog(page, 'Rechercher').getByRole('combobox').fill('bardage');
  await dialog(page, 'Rechercher')
    .getByRole('option', { name: /Le bardage arrive mardi/ })
    .first()
    .click();
  await expect(thread(page).getByRole('heading', { name: 'Fil de Karim' })).toBeVisible();
});
