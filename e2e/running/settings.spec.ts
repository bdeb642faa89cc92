import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../../server/test/client.ts';
import { codeSentTo } from '../../server/test/outbox.ts';
import { tokenSentTo } from '../../server/test/people/invited.ts';
import { administratorEmail, findPerson } from '../support/administrator.ts';
import { Server } from '../support/server.ts';
import { composer, dialog, expect, People, still as test, told } from '../support/test.ts';

const password = 'un mot de passe sûr';

test('an office from its first start: its name and colour show everywhere, an announcement until it is closed; ten come by mail, one leaves', async ({
  browser,
}) => {
  // A server of its own: its name and announcements would show in all other journeys.
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-settings-'));
  const server = new Server(dataDir);
  await server.start();
  const people = new People(browser, server.url);
  try {
    const [karim, stranger] = [await people.register('Karim', 'Benali'), await people.stranger('/login')];
    const body = { firstName: 'Agathe', lastName: 'Roy', email: administratorEmail, password };
    const { token, newUser } = await new Client(server.url).ok(api.users.register, { body });
    const client = new Client(server.url, token);
    await client.ok(api.otp.sent, { body: { p_id: newUser._id, p_email: administratorEmail } });
    const p_otp = await codeSentTo({ dataDir }, administratorEmail);
    await client.ok(api.otp.check, { body: { p_id: newUser._id, p_otp, p_option: 'email' } });
    await expect.poll(async () => (await client.ok(api.users.me)).user.admin).toBe(true);
    const agathe = { user: newUser, email: administratorEmail, password, client };
    const [admin, b] = [await people.open(agathe, '/workspaces'), await people.open(karim, '/workspaces')];
    await expect(stranger.getByText('Palabre', { exact: true })).toBeVisible();
    await expect(b.getByRole('region', { name: 'Premiers réglages' })).toHaveCount(0);

    await admin.getByRole('button', { name: 'Premiers réglages' }).click();
    await admin.getByRole('button', { name: 'Continuer' }).click();
    await admin.getByLabel('Nom de ce lieu').fill('Atelier Tilleul');
    await admin.getByRole('switch', { name: 'Une couleur à nous' }).click();
    await admin.getByLabel('Couleur', { exact: true }).last().fill('#7a1f5c');
    // What is not saved yet is asked about.
    await admin.getByRole('button', { name: 'Continuer' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Continuer à modifier' }).click();
    await admin.getByRole('button', { name: 'Enregistrer' }).click();
    await told(admin, 'Les réglages sont enregistrés.');
    for (const page of [admin, b]) await expect(page).toHaveTitle(/Atelier Tilleul$/);
    await admin.getByRole('button', { name: 'Quitter les premiers réglages' }).click();
    await expect(admin.getByRole('tab', { name: 'Réglages' })).toBeVisible();

    // A reload paints with what is kept on the device, before anything is fetched.
    await stranger.reload();
    await expect(stranger.getByText('Atelier Tilleul', { exact: true })).toBeVisible();
    await stranger.route('**/api/settings', () => {});
    await stranger.reload();
    await expect(stranger.getByText('Atelier Tilleul', { exact: true })).toBeVisible();
    const brand = () => stranger.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
    expect((await brand()).trim()).toBe('#7a1f5c');

    await admin.getByRole('tab', { name: 'Annonces' }).click();
    await admin.getByLabel('Texte').fill('Palabre s’arrête samedi de 8 h à 9 h.');
    await admin.getByRole('radio', { name: 'Important' }).click();
    await admin.getByRole('button', { name: 'Publier l’annonce' }).click();
    const other = await people.open(karim, '/conversation');
    for (const page of [b, other]) await expect(page.getByText('Palabre s’arrête samedi')).toBeVisible();
    await b.getByRole('button', { name: 'Ne plus montrer cette annonce' }).click();
    for (const page of [b, other]) await expect(page.getByText('Palabre s’arrête samedi')).toHaveCount(0);
    await expect(admin.getByRole('region', { name: 'Annonces', exact: true })).toContainText('samedi');

    // Ten are invited by mail and make their account by its link; one of them leaves.
    const { workspace } = await client.ok(api.workspaces.create, { body: { title: 'Bureau' } });
    const welcome = `/workspace/${workspace._id}/channel/${workspace.welcomeChannel}`;
    const emails = Array.from({ length: 10 }, (_, n) => `bureau-${n}@exemple.fr`);
    await admin.goto(welcome);
    await admin.getByRole('button', { name: 'Inviter par e-mail' }).click();
    await expect(dialog(admin).getByLabel('Adresses e-mail')).toBeFocused();
    await admin.keyboard.insertText(emails.join('\n'));
    await dialog(admin).getByRole('button', { name: 'Envoyer les invitations' }).click();
    await expect(dialog(admin).getByText('10 invitations sont parties.')).toBeVisible();
    await dialog(admin).getByRole('button', { name: 'OK' }).click();
    const comers = await Promise.all(
      emails.map(async (email, n) => {
        const params = { token: await tokenSentTo({ dataDir }, email) };
        const named = { firstName: 'Noé', lastName: `Vasseur${n}`, password };
        const made = await new Client(server.url).ok(api.emailInvites.register, { params, body: named });
        return { user: made.newUser, email, password, client: new Client(server.url, made.token) };
      }),
    );
    await admin.goto(`/settings/workspace/${workspace._id}/members`);
    await expect(admin.getByText('11 membres').last()).toBeVisible();
    const [leaver] = comers as [(typeof comers)[0]];
    const gone = await people.open(leaver, welcome);
    await expect(composer(gone)).toBeVisible();
    people.expectRefused(/401 /);
    await admin.goto('/settings/admin');
    await findPerson(admin, leaver.email);
    await admin.getByRole('button', { name: `Départ de ${leaver.email}` }).click();
    await dialog(admin).getByRole('button', { name: 'Enregistrer le départ' }).click();
    await told(admin, 'Départ enregistré\u00a0: le compte est suspendu.');
    await expect(gone.getByText('Votre compte est suspendu.')).toBeVisible();
    expect(people.mistakes).toEqual([]);
  } finally {
    await people.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
