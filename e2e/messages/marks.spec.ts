import { api } from '@palabre/common/contract/index.ts';
import { composer, dialog, expect, messages, type Page, say, saying, still as test, told } from '../support/test.ts';

const chip = (page: Page, text: string, name: string | RegExp) =>
  saying(page, text).getByRole('group', { name: 'Réactions' }).getByRole('button', { name });
const pinned = (page: Page) => dialog(page, 'Messages Épinglés');

test('a crowd reacts to one message: everyone sees it, and one’s own emoji never flickers', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const crowd = await Promise.all(Array.from({ length: 24 }, (_, n) => people.register(`Invité${n}`, 'Aw')));
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim, ...crowd);
  const { message } = await karim.client.ok(api.messages.send, {
    body: { channelId: welcome._id, content: 'Qui vient samedi ?' },
  });
  const [hers, his] = [await people.open(camille, path), await people.open(karim, path)];
  await expect(saying(his, 'Qui vient samedi')).toBeVisible();
  await saying(hers, 'Qui vient samedi').hover();
  const react = (reaction: string) => (person: (typeof crowd)[number]) =>
    person.client.ok(api.reactions.add, { params: { id: message._id }, body: { reaction } });
  const storm = Promise.all(crowd.slice(0, 12).map(react('👍')));
  await hers.getByRole('button', { name: 'Réagir avec 👍' }).click();
  // The reaction shows as pressed at once and stays so, whatever the others do.
  const own = chip(hers, 'Qui vient samedi', /^👍/);
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await own.evaluate(button => {
    const seen: (string | null)[] = [];
    Object.assign(window, { seen });
    const look = () => seen.push(button.isConnected ? button.getAttribute('aria-pressed') : 'gone');
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await storm;
  await Promise.all(crowd.slice(12).map(react('🎉')));
  for (const page of [hers, his]) {
    await expect(chip(page, 'Qui vient samedi', /^👍/)).toContainText('13');
    await expect(chip(page, 'Qui vient samedi', /^🎉/)).toContainText('12');
  }
  const seen = await hers.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set(['true']));
  await chip(his, 'Qui vient samedi', /^👍/).hover();
  await expect(his.getByRole('tooltip', { includeHidden: true })).toContainText(/^.+ .+, .+ et 1 autre personne$/);
  await own.hover();
  await expect(hers.getByRole('tooltip', { includeHidden: true })).toContainText(/^vous, .+ Aw et Invité\d+ Aw$/);
});

test('two people pin, find and unpin messages, and what one does shows at the other’s', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const say = (content: string) => camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content } });
  await say('Le code du portail est **4512**.');
  for (let n = 0; n < 70; n++) await say(`Message ${n}`);
  await say('Réunion lundi à 9 h.');
  await people.haveRead(karim);
  const hers = await people.open(camille, path);
  const his = await people.open(karim, path);
  const open = (page: Page) => page.getByRole('button', { name: 'Messages Épinglés' }).click();
  await open(hers);
  await expect(pinned(hers)).toContainText('Aucun message épinglé');
  expect((await pinned(hers).boundingBox())?.width).toBe(300);

  await saying(his, 'Réunion lundi').click({ button: 'right' });
  await his.getByRole('menuitem', { name: 'Épingler' }).click();
  await told(his, 'Message épinglé');
  await expect(pinned(hers).getByRole('listitem')).toHaveText([/Réunion lundi à 9 h/]);
  await hers.mouse.click(500, 400);
  await expect(pinned(hers)).toBeHidden();

  const { messages: found } = await camille.client.ok(api.messages.page, {
    query: { channelId: welcome._id, limit: 100 },
  });
  const old = found.find(({ content }) => content.startsWith('Le code'));
  await camille.client.ok(api.pins.pin, { params: { id: old?._id ?? '' } });
  await open(his);
  await expect(pinned(his).getByRole('listitem')).toHaveText([/Le code du portail est 4512/, /Réunion lundi/]);
  await pinned(his)
    .getByRole('button', { name: /Le code du portail/ })
    .click();
  await expect(pinned(his)).toBeHidden();
  await expect(saying(his, 'Le code du portail')).toBeInViewport();
  await expect(saying(his, 'Le code du portail')).toBeFocused();
  await expect(saying(his, 'Le code du portail').getByRole('img', { name: 'Épinglé' })).toBeVisible();
  await open(his);
  await pinned(his).getByRole('button', { name: 'Désépingler' }).first().click();
  await expect(pinned(his).getByRole('listitem')).toHaveText([/Réunion lundi/]);
  await expect(pinned(his).getByRole('button', { name: 'Désépingler' })).toBeFocused();
});

test('Keys alone react, answer with a linked line, and pin', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'On part à 7 h ?' } });
  const page = await people.open(camille, path);
  await expect(saying(page, 'On part')).toBeVisible();
  const own = /(vous|1 personne)$/;
  await page.getByRole('log').focus();
  await expect(saying(page, 'On part')).toBeFocused();
  await page.keyboard.press('+');
  const picker = page.locator('emoji-picker');
  const search = picker.getByRole('combobox', { name: 'Rechercher' });
  await expect(search).toBeFocused();
  await page.keyboard.type('fusée');
  await expect(picker.getByRole('option', { name: /fusée/ }).first()).toBeVisible();
  // Either result may come first: the results of the last letters replace the earlier ones and their selection.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(search).toHaveAttribute('aria-activedescendant', /./, { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(chip(page, 'On part', own)).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('log').getByRole('article').first().focus();
  await page.keyboard.press('Tab');
  for (let n = 0; n < 4 && !(await chip(page, 'On part', own).evaluate(at => at === document.activeElement)); n++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(chip(page, 'On part', own)).toHaveCount(0);

  await saying(page, 'On part').focus();
  await page.keyboard.press('p');
  await expect(saying(page, 'On part').getByRole('img', { name: 'Épinglé' })).toBeVisible();
  await page.keyboard.press('q');
  await expect(composer(page)).toBeFocused();
  await expect(page.getByText('Réponse à Karim')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.type('Plutôt à 8 h.');
  await page.keyboard.press('Enter');
  const answer = saying(page, 'Plutôt à 8 h.');
  const line = answer.getByRole('button', { name: /^En réponse à Karim/ });
  await expect(line).toContainText('On part à 7 h ?');
  for (let n = 0; n < 40; n++) await say(page, `ligne ${n}`);
  await expect(messages(page).last()).toContainText('ligne 39');
  await page.getByRole('log').focus();
  await page.keyboard.press('Home');
  await answer.focus();
  await line.focus();
  await page.keyboard.press('Enter');
  await expect(saying(page, 'On part à 7 h').first()).toBeInViewport();
});

test('a link to a message that is gone, or in a channel one may not see, says so', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome, workspace } = await people.workspace(camille, 'Atelier', karim);
  const send = async (channelId: string) =>
    (await camille.client.ok(api.messages.send, { body: { channelId, content: 'Bonjour' } })).message._id;
  const gone = await send(welcome._id);
  await camille.client.ok(api.messages.remove, { params: { id: gone } });
  people.expectRefused(/^404 GET \/api\/(message\/paginated|channel\/)/);
  const page = await people.open(karim, `${path}?message=${gone}`);
  await told(page, 'Ce message n’est plus là.');
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'direction', visibility: 'private', workspaceId: workspace._id },
  });
  const hidden = await send(channel._id);
  await page.goto(`/workspace/${workspace._id}/channel/${channel._id}?message=${hidden}`);
  await told(page, 'Ce message n’est plus là, ou il est dans un salon que vous ne pouvez pas voir.');
  await expect(page).toHaveURL(path);
});
