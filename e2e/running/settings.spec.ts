import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors } from '@palabre/common/contract/errors.ts';
import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../../server/test/client.ts';
import { codeSentTo } from '../../server/test/outbox.ts';
import { tokenSentTo } from '../../server/test/people/invited.ts';
import { administratorEmail, findPerson } from '../support/administrator.ts';
import { Server } from '../support/server.ts';
import { composer, dialog, expect, type Page, People, say, saying, still as test, told } from '../support/test.ts';

const password = 'un mot de passe sûr';

test('an office from its first start: its name and colour show everywhere, an announcement until it is closed; ten come by mail, one leaves, the others set two-step up once it is required', async ({
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
    // Unsaved changes are asked about.
    await admin.getByRole('button', { name: 'Continuer' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Continuer à modifier' }).click();
    await admin.getByRole('button', { name: 'Enregistrer' }).click();
    await told(admin, 'Les réglages sont enregistrés.');
    for (const page of [admin, b]) await expect(page).toHaveTitle(/Atelier Tilleul$/);
    await admin.getByRole('button', { name: 'Quitter les premiers réglages' }).click();
    await expect(admin.getByRole('tab', { name: 'Réglages' })).toBeVisible();

    // A reload paints with the data stored on the device, before anything is fetched.
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

    // Two-step that is required shuts whoever lacks it out of the page that they have open, and lets nobody lock themself out.
    const late = comers[1] as (typeof comers)[0];
    const c = await people.open(late, welcome);
    await expect(composer(c)).toBeVisible();
    people.expectRefused(/40[39] /);
    await admin.getByRole('tab', { name: 'Réglages' }).click();
    const card = admin.locator('form').filter({ hasText: 'La demander à chaque compte' });
    await card.getByRole('switch').click();
    await card.getByRole('button', { name: 'Enregistrer' }).click();
    await told(admin, errors.two_step_own_first.fr);
    const typeCode = async (page: Page, email: string, nth = 1) => {
      await page.getByLabel('Code à six chiffres').fill(await codeSentTo({ dataDir }, email, nth));
      await page.getByRole('button', { name: 'Valider le code' }).click();
    };
    const own = await people.open(agathe, '/enable-2fa');
    await own.getByRole('button', { name: 'Activer la double authentification' }).click();
    await typeCode(own, administratorEmail, 2);
    await told(own, 'Double authentification activée !');
    await card.getByRole('button', { name: 'Enregistrer' }).click();
    await told(admin, 'Les réglages sont enregistrés.');
    const activate = c.getByRole('button', { name: 'Activer la double authentification' });
    await expect(activate).toBeVisible();
    await expect(composer(c)).toHaveCount(0);
    await c.reload();
    await expect(activate).toBeVisible();
    await c.evaluate(() => Object.assign(window, { sameLoad: true }));
    await activate.click();
    await typeCode(c, late.email);
    await say(c, 'Me revoilà');
    await expect(saying(c, 'Me revoilà')).toHaveAttribute('data-state', 'sent');
    expect(await c.evaluate(() => 'sameLoad' in window)).toBe(true);
    await admin.goto(welcome);
    await expect(saying(admin, 'Me revoilà')).toBeVisible();
    expect(people.mistakes).toEqual([]);
  } finally {
    await people.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
