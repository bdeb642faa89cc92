import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { devices } from '@playwright/test';
import { barriers } from '../support/axe.ts';
import { smallTargets } from '../support/targets.ts';
import { composer, dialog, expect, messages, type Page, saying, still as test } from '../support/test.ts';

const phone = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };

const arrow = (page: Page) => page.getByRole('button', { name: 'Programmer l’envoi' });
const rows = (page: Page) => page.getByRole('list', { name: 'Messages programmés et rappels' }).getByRole('listitem');
const offered = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Moments proposés' }).getByRole('button', { name });

test('a message is scheduled by keyboard, changed, sent now and read by the other; another is cancelled', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const [hers, his] = [await people.open(camille, path), await people.open(karim, path)];

  await composer(hers).fill('Bonjour à @Karim, la démonstration est prête.');
  await arrow(hers).focus();
  await hers.keyboard.press('Enter');
  await expect(dialog(hers, 'Programmer l’envoi')).toBeVisible();
  expect(await barriers(hers)).toEqual([]);
  await offered(hers, /^Demain, 9\sh/).focus();
  await hers.keyboard.press('Enter');
  await expect(hers.getByText('Message programmé', { exact: false }).first()).toBeVisible();
  await expect(composer(hers)).toHaveValue('');
  await expect(messages(hers)).toHaveCount(0);

  // On a day and at an hour of the user’s own choice.
  await composer(hers).fill('Rien à voir.');
  await arrow(hers).click();
  await dialog(hers, 'Programmer l’envoi').getByRole('textbox', { name: 'Heure' }).fill('14h30');
  await dialog(hers, 'Programmer l’envoi').getByRole('button', { name: 'Programmer', exact: true }).click();
  await expect(hers.getByText('Message programmé', { exact: false }).first()).toBeVisible();

  // The line above the field leads to the list.
  await hers.getByRole('link', { name: '2 messages programmés ici' }).click();
  await expect(rows(hers)).toHaveCount(2);
  await expect(rows(hers).first()).toContainText(`#${welcome.title}`);
  expect(await barriers(hers)).toEqual([]);
  await rows(hers)
    .first()
    .getByRole('button', { name: /^Modifier/ })
    .click();
  const editing = dialog(hers, 'Modifier le message programmé');
  await editing.getByRole('textbox', { name: 'Message' }).fill('La démonstration est repoussée.');
  expect(await barriers(hers)).toEqual([]);
  await editing.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(editing).toBeHidden();
  await rows(hers)
    .filter({ hasText: 'repoussée' })
    .getByRole('button', { name: /^Envoyer maintenant/ })
    .click();
  await expect(saying(his, 'La démonstration est repoussée.')).toBeVisible();
  await expect(rows(hers)).toHaveCount(1);

  await rows(hers)
    .first()
    .getByRole('button', { name: /^Annuler/ })
    .click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Annuler l’envoi' }).click();
  await expect(hers.getByText('Rien de programmé')).toBeVisible();
  await expect(messages(his)).toHaveCount(1);
});

test('what is changed or cancelled on one device is so on the other', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { welcome } = await people.workspace(camille, 'Atelier');
  const body = {
    ...{ channelId: welcome._id, content: 'Première version' },
    ...{ localTime: `${new Date().getFullYear() + 1}-01-02T09:00`, zone: 'UTC', nonce: crypto.randomUUID() },
  };
  const { scheduled } = await camille.client.ok(api.scheduled.create, { body });
  const page = await people.open(camille, '/scheduled');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Modifier/ })
    .click();
  const editing = dialog(page, 'Modifier le message programmé');
  await editing.getByRole('textbox', { name: 'Message' }).fill('Version de cette page');
  const params = { id: scheduled._id };
  await camille.client.ok(api.scheduled.edit, { params, body: { version: 1, content: 'Version du téléphone' } });
  await expect(page.getByText('Version du téléphone')).toBeVisible();
  people.expectRefused(/409 PUT \/api\/scheduled/);
  await editing.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(editing).toContainText('vient d’être changé sur un autre appareil');
  await editing.getByRole('button', { name: 'Annuler' }).click();
  await camille.client.ok(api.scheduled.cancel, { params });
  await expect(page.getByText('Rien de programmé')).toBeVisible();
});

test('a reply in a thread is scheduled with its files, and shown in the channel too when it is sent', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Le devis est prêt ?' } });
  const page = await people.open(camille, path);
  await saying(page, 'Le devis').focus();
  await page.keyboard.press('r');
  const thread = page.getByRole('complementary', { name: 'Fil', exact: true });
  await thread.getByRole('textbox', { name: 'Réponse dans le fil' }).fill('Le voici.');
  await thread.getByRole('checkbox', { name: `Envoyer aussi dans #${welcome.title}` }).click();
  const chooser = page.waitForEvent('filechooser');
  await thread.getByRole('button', { name: 'Joindre des fichiers' }).click();
  await (await chooser).setFiles([{ name: 'devis.txt', mimeType: 'text/plain', buffer: Buffer.from('Le devis') }]);
  await expect(thread.getByRole('list', { name: 'Fichiers joints' })).toBeVisible();
  await thread.getByRole('button', { name: 'Programmer l’envoi' }).click();
  await offered(page, /^Demain/).click();
  await expect(thread.getByRole('textbox', { name: 'Réponse dans le fil' })).toHaveValue('');
  await expect(thread.getByRole('list', { name: 'Fichiers joints' })).toHaveCount(0);
  await thread.getByRole('link', { name: '1 message programmé ici' }).click();
  await expect(rows(page).first()).toContainText('dans un fil · 1 fichier');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Envoyer maintenant/ })
    .click();
  await expect(page.getByText('Rien de programmé')).toBeVisible();
  const { messages: sent } = await karim.client.ok(api.messages.page, { query: { channelId: welcome._id } });
  expect(sent.map(({ content, fileAttachments }) => [content, fileAttachments.map(({ name }) => name)])).toEqual([
    ['Le devis est prêt ?', []],
    ['Le voici.', ['devis.txt']],
  ]);
});

test('on a phone the arrow is beside the button that sends, a message is recalled from its menu, and a finger has room', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'On part à 7 h ?' } });
  const page = await people.open(camille, path, phone);
  await composer(page).fill('D’accord.');
  await composer(page).focus();
  expect(await smallTargets(page)).toEqual([]);
  await arrow(page).tap();
  await expect(dialog(page, 'Programmer l’envoi')).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await offered(page, /^Demain/).tap();
  await expect(page.getByText('Message programmé', { exact: false }).first()).toBeVisible();
  await expect(composer(page)).toHaveValue('');

  await saying(page, 'On part').focus();
  await page.keyboard.press('m');
  await offered(page, /^Dans une heure/).tap();
  await expect(page.getByText('Rappel prévu', { exact: false }).first()).toBeVisible();
  await page.goto('/scheduled');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Rappel : On part à 7 h ?');
  expect(await smallTargets(page)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  await rows(page)
    .first()
    .getByRole('link', { name: /^Rappel/ })
    .tap();
  await expect(saying(page, 'On part')).toBeVisible();
});

test('a reminder comes at its minute, while its message is read elsewhere, and leads to it', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome, workspace } = await people.workspace(camille, 'Atelier', karim);
  await karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'On part à 7 h ?' } });
  const page = await people.open(camille, path);
  await saying(page, 'On part').focus();
  await page.keyboard.press('m');
  await offered(page, /^Dans une heure/).click();
  await expect(page.getByText('Rappel prévu', { exact: false }).first()).toBeVisible();
  const [reminder] = (await camille.client.ok(api.scheduled.list)).scheduled;
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'ailleurs', workspaceId: workspace._id },
  });
  await page.goto(`/workspace/${workspace._id}/channel/${channel._id}`);
  // The next whole minute, the shortest time there is, unless it is about to begin.
  const minuteMs = 60_000;
  const dueMs = Math.ceil((Date.now() + 3_000) / minuteMs) * minuteMs;
  await camille.client.ok(api.scheduled.edit, {
    params: { id: reminder?._id ?? '' },
    body: { version: reminder?.version ?? 0, when: { localTime: localTimeOf(dueMs, 'UTC'), zone: 'UTC' } },
  });
  const inbox = page.getByRole('button', { name: 'Boîte de réception, 1 non lue' });
  await expect(inbox).toBeVisible({ timeout: dueMs - Date.now() + 10_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(dueMs);
  await inbox.click();
  await dialog(page, 'Boîte de réception')
    .getByRole('link', { name: /Vous vouliez revenir à ce message/ })
    .click();
  await expect(saying(page, 'On part')).toBeFocused();
  await page.goto('/scheduled');
  await expect(page.getByText('Rien de programmé')).toBeVisible();
});
