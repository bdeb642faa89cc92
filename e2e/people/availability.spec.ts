import { api } from '@palabre/common/contract/index.ts';
import { devices } from '@playwright/test';
import { hoursFrom } from '../../server/test/people/duty.ts';
import { barriers } from '../support/axe.ts';
import { smallTargets } from '../support/targets.ts';
import {
  type Account,
  composer,
  dialog,
  expect,
  messages,
  type Page,
  type People,
  say,
  saying,
  still as test,
} from '../support/test.ts';

const phone = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };
const line = (page: Page) => page.getByRole('region', { name: 'Personne au repos' });
const profileMenu = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) }).last();

async function two(people: People): Promise<{ camille: Account; karim: Account; path: string; channel: string }> {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path: channel } = await people.workspace(camille, 'Atelier', karim);
  const { conversation } = await camille.client.ok(api.conversations.create, { body: { users: [karim.user._id] } });
  return { camille, karim, channel, path: `/conversation/${conversation._id}` };
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const typed = (days: number) => inDays(days).toLocaleDateString('fr-FR', { timeZone: 'Europe/Paris' });
const written = (days: number) =>
  inDays(days).toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });
const rest = ({ client }: Account) => client.ok(api.availability.setHours, { body: { hours: hoursFrom(2, 10) } });

test('who writes to somebody off duty is told once, and may send quietly, later, or as urgent', async ({ people }) => {
  const { camille, karim, path } = await two(people);
  await rest(karim);
  const page = await people.open(camille, path);
  await expect(line(page)).toContainText(/Karim reprend .* à \d/);
  expect(await barriers(page)).toEqual([]);
  await expect(line(page).getByRole('button', { name: 'Programmer' })).toBeDisabled();

  // As urgent, with a reason that is long enough.
  await composer(page).fill('Le serveur du client ne répond plus.');
  await line(page).getByRole('button', { name: 'Urgent…' }).focus();
  await page.keyboard.press('Enter');
  const asking = dialog(page, 'Envoyer comme urgent\u202f?');
  await asking.getByRole('textbox', { name: 'Raison' }).fill('Vite');
  await asking.getByRole('button', { name: 'Envoyer' }).click();
  await expect(asking.getByText('Donnez une raison d’au moins 10 caractères.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await asking.getByRole('textbox', { name: 'Raison' }).fill('Tous les devis sont bloqués.');
  await asking.getByRole('button', { name: 'Envoyer' }).click();
  await expect(saying(page, 'Le serveur du client')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  expect((await camille.client.ok(api.availability.own)).own.urgentLeft).toBe(2);

  // Told once: the next message is simply sent.
  await expect(line(page)).toBeHidden();
  await say(page, 'Merci !');
  await expect(messages(page)).toHaveCount(2);
  await expect(line(page)).toBeHidden();

  // In a new page, later: the picker of times.
  await page.reload();
  await composer(page).fill('Rien ne presse.');
  await line(page).getByRole('button', { name: 'Programmer' }).click();
  await expect(dialog(page, 'Programmer l’envoi')).toBeVisible();
});

test('a mention of somebody who is absent says until when, and who stands in is mentioned from it', async ({
  people,
}) => {
  const { camille, karim, channel } = await two(people);
  const today = new Date().toISOString().slice(0, 10);
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await karim.client.ok(api.availability.setAbsences, {
    body: { absences: [{ from: today, to: inTenDays, deputyId: camille.user._id, text: 'Voyez Camille.' }] },
  });
  const yann = await people.register('Yann', 'Riou');
  await yann.client.ok(api.workspaces.join, { params: { id: channel.split('/')[2] ?? '' } });
  const page = await people.open(yann, channel);
  await composer(page).pressSequentially('Bonjour @Kar');
  await page.getByRole('option', { name: /Karim Benali/ }).click();
  await expect(line(page)).toContainText(/Karim Benali n’est pas là et reprend/);
  await expect(line(page)).toContainText('Voyez Camille.');
  await line(page).getByRole('button', { name: 'Mentionner Camille' }).click();
  await expect(composer(page)).toHaveValue(/@Karim Benali\s+@Camille Moreau\s/);
  expect(await barriers(page)).toEqual([]);
});

test('who stands in for somebody away is written to from the line, with what is typed', async ({ people }) => {
  const { camille, karim, channel, path } = await two(people);
  const leonie = await people.register('Léonie', 'Dubreuil');
  await leonie.client.ok(api.workspaces.join, { params: { id: channel.split('/')[2] ?? '' } });
  const [today, inTenDays] = [0, 10].map(days => inDays(days).toISOString().slice(0, 10)) as [string, string];
  await karim.client.ok(api.availability.setAbsences, {
    body: { absences: [{ from: today, to: inTenDays, deputyId: leonie.user._id }] },
  });
  const page = await people.open(camille, path);
  await composer(page).fill('Le devis de Lyon est prêt.');
  await line(page).getByRole('button', { name: 'Écrire à Léonie' }).click();
  await expect(page.getByRole('textbox', { name: /Léonie/ })).toHaveValue('Le devis de Lyon est prêt.');
  await say(page, 'Le devis de Lyon est prêt, dit ici.');
  const hers = await people.open(leonie, new URL(page.url()).pathname);
  await expect(saying(hers, 'dit ici')).toBeVisible();
  await page.goto(path);
  await expect(line(page)).toBeVisible();
  await expect(composer(page)).toHaveValue('');
});

test('one’s own hours and absences are set in the profile, and « ne pas déranger » from the menu of statuses', async ({
  people,
}) => {
  const { camille, karim, path } = await two(people);
  const page = await people.open(karim, '/settings/profile');
  const hours = page.getByRole('region', { name: 'Vos horaires' });
  await hours.getByRole('combobox', { name: 'Quand peut-on vous déranger\u202f?' }).click();
  await page.getByRole('option', { name: 'À mes horaires' }).click();
  await hours.getByRole('checkbox', { name: 'mercredi' }).press('Space');
  await hours.getByRole('textbox', { name: 'Fin, vendredi' }).fill('12h');
  expect(await barriers(page)).toEqual([]);
  await hours.getByRole('button', { name: 'Appliquer les horaires' }).click();
  await expect(page.getByText('Vos horaires sont enregistrés.')).toBeVisible();
  const { own } = await karim.client.ok(api.availability.own);
  expect(own.hours?.week.map(day => day && `${day.start} ${day.end}`)).toEqual([
    ...['09:00 17:30', '09:00 17:30', null, '09:00 17:30', '09:00 12:00', null, null],
  ]);
  await karim.client.ok(api.availability.setHours, { body: { hours: null } });

  const absences = page.getByRole('region', { name: 'Vos absences' });
  await absences.getByRole('textbox', { name: 'Premier jour' }).fill(typed(30));
  await absences.getByRole('textbox', { name: 'Dernier jour' }).fill(typed(40));
  await absences.getByRole('combobox', { name: 'Qui vous remplace' }).fill('Camille');
  await page.getByRole('option', { name: /Camille Moreau/ }).click();
  await absences.getByRole('button', { name: 'Annoncer cette absence' }).click();
  await expect(absences.getByText(`Du ${written(30)} au ${written(40)}`)).toBeVisible();
  await expect(absences.getByText('Remplacement\u00a0: Camille Moreau')).toBeVisible();

  // « Ne pas déranger » holds back the count in the title; the message is there all the same.
  await profileMenu(page, 'Karim Benali').click();
  await page.getByRole('menuitem', { name: 'Statut' }).click();
  await page.getByRole('menuitem', { name: 'Pendant une heure' }).click();
  await expect(page.getByText(/Rien ne vous dérangera jusqu’à/)).toBeVisible();
  await expect(profileMenu(page, 'Karim Benali').getByText('En ligne, au repos')).toBeAttached();
  const hers = await people.open(camille, path);
  await expect(line(hers)).toContainText(/Karim reprend aujourd’hui|Karim reprend demain/);
  await say(hers, 'Tu es là ?');
  await expect.poll(async () => (await karim.client.ok(api.unread.list)).unread.length).toBeGreaterThan(0);
  await expect(page).not.toHaveTitle(/^\(/);
  await page
    .getByRole('region', { name: 'Ne pas déranger' })
    .getByRole('button', { name: /^Ne plus/ })
    .click();
  await expect(page).toHaveTitle(/^\(1\)/);
});

test('a phone shows hours and the line above the field with targets for a finger', async ({ people }) => {
  const { camille, karim, path } = await two(people);
  await rest(karim);
  await rest(camille);
  const page = await people.open(camille, path, phone);
  await expect(line(page)).toBeVisible();
  expect([await barriers(page), await smallTargets(page)]).toEqual([[], []]);
  await page.goto('/settings/profile');
  await expect(page.getByRole('region', { name: 'Vos horaires' })).toBeVisible();
  expect([await barriers(page), await smallTargets(page)]).toEqual([[], []]);
});
