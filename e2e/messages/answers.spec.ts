import { api } from '@palabre/common/contract/index.ts';
import { composer, expect, type Page, saying, still as test } from '../support/test.ts';

const line = (page: Page, text: string) => saying(page, text).getByRole('button', { name: /^En réponse à/ });
const asked = (page: Page, text: string) =>
  saying(page, text).filter({ hasNot: page.getByRole('button', { name: /^En réponse à/ }) });
const chip = (page: Page) => page.getByText(/^Réponse à/);

test('two people answer each other: what is quoted follows its message, leads to it, and goes with it', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const say = (content: string) =>
    karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content } }).then(({ message }) => message);
  const question = await say('On part à **7 h** ?');
  const [hers, his] = [await people.open(camille, path), await people.open(karim, path)];
  await expect(saying(his, 'On part')).toBeVisible();

  // The answer survives a reload with the typed text; Escape removes the answer and keeps the text.
  await saying(hers, 'On part').hover();
  await hers.getByRole('button', { name: 'Répondre', exact: true }).click();
  await expect(chip(hers)).toHaveText('Réponse à Karim');
  await expect(composer(hers)).toBeFocused();
  await composer(hers).fill('Plutôt à 8 h.');
  await hers.reload();
  await expect(chip(hers)).toBeVisible();
  await expect(composer(hers)).toHaveValue('Plutôt à 8 h.');
  await composer(hers).press('Escape');
  await expect(chip(hers)).toBeHidden();
  await expect(composer(hers)).toHaveValue('Plutôt à 8 h.');
  await saying(hers, 'On part').focus();
  await hers.keyboard.press('q');
  await expect(chip(hers)).toBeVisible();
  await composer(hers).press('Enter');
  await expect(chip(hers)).toBeHidden();
  await expect(line(hers, 'Plutôt à 8 h.')).toContainText('On part à 7 h ?');

  // He is notified as of a mention, and sees the current version of the quoted message.
  await expect(line(his, 'Plutôt à 8 h.')).toContainText('On part à 7 h ?');
  await expect(saying(his, 'Plutôt à 8 h.')).toHaveAttribute('data-called', 'true');
  const { notifications } = await karim.client.ok(api.notifications.list);
  expect(notifications).toMatchObject([{ type: 'mention', about: { excerpt: 'Plutôt à 8 h.' } }]);
  const params = { id: question._id };
  await karim.client.ok(api.messages.edit, { params, body: { content: 'On part à 6 h ?' } });
  await expect(line(hers, 'Plutôt à 8 h.')).toContainText('On part à 6 h ?');
  for (let n = 0; n < 40; n += 1) await say(`ligne ${n}`);
  await expect(saying(hers, 'ligne 39')).toBeInViewport();
  await karim.client.ok(api.messages.send, {
    body: { channelId: welcome._id, content: 'Je confirme.', replyTo: question._id },
  });
  await expect(asked(hers, 'On part à 6 h ?').first()).not.toBeInViewport();
  // The list follows the new message smoothly.
  const below = () => hers.getByRole('log').evaluate(log => log.scrollHeight - log.scrollTop - log.clientHeight);
  await expect.poll(below).toBeLessThan(2);
  await line(hers, 'Je confirme.').click();
  await expect(asked(hers, 'On part à 6 h ?').first()).toBeInViewport();

  // A link to the message shows its preview to a reader who may read it.
  await composer(hers).fill(new URL(`${path.split('?')[0]}?message=${question._id}`, hers.url()).href);
  await composer(hers).press('Enter');
  const link = his.getByRole('link', { name: /#\S+ › Karim, \d\d:\d\d On part à 6 h \?/ });
  await expect(link).toBeVisible();

  // A deleted message is no longer quoted; the draft that was to answer it is sent alone.
  await karim.client.ok(api.messages.remove, { params });
  await expect(saying(his, 'Je confirme.')).toContainText('Message supprimé');
  const late = await say('Qui vient ?');
  await asked(hers, 'Qui vient ?').hover();
  await hers.getByRole('button', { name: 'Répondre', exact: true }).click();
  await expect(chip(hers)).toBeVisible();
  await karim.client.ok(api.messages.remove, { params: { id: late._id } });
  await expect(chip(hers)).toBeHidden();
  await composer(hers).fill('Tant pis.');
  await composer(hers).press('Enter');
  await expect(saying(his, 'Tant pis.')).toBeVisible();
  await expect(line(his, 'Tant pis.')).toHaveCount(0);
});

test('an answer written without a network keeps what it answers, and is sent once', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const place = { channelId: welcome._id };
  await karim.client.ok(api.messages.send, { body: { ...place, content: 'Qui ferme ?' } });
  const page = await people.open(camille, path);
  await expect(saying(page, 'Qui ferme')).toBeVisible();
  await page.context().setOffline(true);
  await saying(page, 'Qui ferme').focus();
  await page.keyboard.press('q');
  await page.getByRole('button', { name: 'Prévenir Karim' }).click();
  await composer(page).fill('Moi.');
  await composer(page).press('Enter');
  await expect(line(page, 'Moi.')).toContainText('Qui ferme ?');
  await page.context().setOffline(false);
  await expect(saying(page, 'Moi.')).toHaveAttribute('data-state', 'sent');
  const { messages } = await karim.client.ok(api.messages.page, { query: place });
  expect(messages.filter(({ replyTo }) => replyTo)).toMatchObject([
    { content: 'Moi.', replyTo: { excerpt: 'Qui ferme ?', calls: null } },
  ]);
  expect((await karim.client.ok(api.notifications.list)).notifications).toEqual([]);
});
