import { readFileSync } from 'node:fs';
import { codeSentTo } from '../../server/test/outbox.ts';
import { useProvider } from '../support/provided.ts';
import {
  type Account,
  composer,
  dialog,
  expect,
  type Page,
  People,
  saying,
  still as test,
  told,
} from '../support/test.ts';

/** A server of its own, as the others have no provider. */
const provided = useProvider('accounts');

async function withPeople(
  browser: ConstructorParameters<typeof People>[0],
  journey: (people: People) => Promise<void>,
) {
  const people = new People(browser, provided.server.url);
  await journey(people);
  await people.close();
  expect(people.mistakes).toEqual([]);
}

const menu = async (page: Page, ...names: string[]) => {
  await page
    .getByRole('button', { name: /Camille Moreau|Cam Privé|Inès Ortega/ })
    .first()
    .click();
  for (const name of names) await page.getByRole('menuitem', { name }).first().click();
};

test('A login by Google leaves nothing of the session in the address', async ({ browser }) => {
  await withPeople(browser, async people => {
    provided.provider.says = {
      sub: 'ines',
      email: people.freeEmail(),
      email_verified: true,
      given_name: 'Inès',
      family_name: 'Ortega',
    };
    const page = await people.stranger('/login');
    await page.getByRole('link', { name: 'Continuer avec Google' }).click();
    await expect(page).toHaveURL(`${people.url}/workspaces`);
    await told(page, 'Connexion sécurisée avec succès !');
    await expect(page.getByRole('button', { name: /Inès Ortega/ }).first()).toBeVisible();
    provided.provider.says = { ...provided.provider.says, sub: 'une-autre', email_verified: false };
    const refused = await people.stranger('/login');
    await refused.getByRole('link', { name: 'Continuer avec Google' }).click();
    await told(refused, 'Erreur lors de la connexion avec Google.');
    await expect(refused.getByText(/Votre adresse e-mail n’y est pas vérifiée/)).toBeVisible();
    await expect(refused).toHaveURL(`${people.url}/login`);
  });
});

test('two accounts are linked, and one goes from one to the other: each keeps their own', async ({ browser }) => {
  await withPeople(browser, async people => {
    const [camille, home] = [await people.register('Camille', 'Moreau'), await people.register('Cam', 'Privé')];
    const [work, house] = [await people.workspace(camille, 'Atelier'), await people.workspace(home, 'Maison')];
    for (const [{ client }, { welcome }, content] of [
      [camille, work, 'Le devis est prêt'],
      [home, house, 'Pense au pain'],
    ] as const) {
      await client.raw('POST', '/api/message', { body: { channelId: welcome._id, content } });
    }

    const page = await people.open(camille, work.path);
    await expect(saying(page, 'Le devis est prêt')).toBeVisible();
    await menu(page, 'Changer de compte', 'Ajouter un compte');
    await expect(page.getByRole('heading', { name: 'Lier un compte' })).toBeVisible();
    await page.getByRole('button', { name: 'Lier ce compte' }).click();
    await expect(page.getByText('Tous les champs doivent être remplis.')).toBeVisible();
    await page.getByLabel('E-mail de l’autre compte').fill(home.email);
    await page.getByLabel('Mot de passe de l’autre compte').fill(home.password);
    await page.getByRole('button', { name: 'Lier ce compte' }).click();
    await told(page, 'Compte lié avec succès !');

    await page.goto(work.path);
    await composer(page).fill('un brouillon de Camille');
    const other = await page.context().newPage();
    await other.goto(work.path);
    await expect(saying(other, 'Le devis est prêt')).toBeVisible();
    await page.evaluate(() => Object.assign(window, { sameLoad: true }));

    await menu(page, 'Changer de compte', 'Cam Privé');
    await told(page, 'Vous êtes maintenant Cam Privé.');
    await expect(page).toHaveURL(`${people.url}/workspaces`);
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: /Cam Privé/ }).first()).toBeVisible();
      await expect(tab.getByText('Le devis est prêt')).toHaveCount(0);
      await expect(tab.getByRole('link', { name: 'Maison' }).first()).toBeVisible();
    }
    await page.getByRole('link', { name: 'Maison' }).first().click();
    await expect(saying(page, 'Pense au pain')).toBeVisible();
    await expect(composer(page)).toHaveValue('');
    await composer(page).fill('à la boulangerie');
    await composer(page).press('Enter');
    await expect(saying(page, 'à la boulangerie')).toHaveAttribute('aria-label', /Cam/);

    await menu(page, 'Changer de compte', 'Camille Moreau');
    await expect(page.getByRole('button', { name: /Camille Moreau/ }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Atelier' }).first().click();
    await expect(composer(page)).toHaveValue('un brouillon de Camille');
    expect(await page.evaluate(() => 'sameLoad' in window)).toBe(true);

    await menu(page, 'Changer de compte', 'Retirer un compte');
    await page.getByRole('menuitem', { name: 'Cam Privé' }).last().click();
    await dialog(page).getByRole('button', { name: 'Retirer', exact: true }).click();
    await told(page, 'Le compte n’est plus lié.');
    const refused = await camille.client.raw('POST', `/api/user/token/${home.user._id}`, {});
    expect(refused.status).toBe(401);
  });
});

/** Turns two-step on for an account, and verifies it. */
async function protect({ client, user, email }: Account): Promise<void> {
  await client.raw('PUT', `/api/user/${user._id}`, { body: { doubleAuthentification: true } });
  await client.raw('POST', '/api/otp/sent', { body: { p_id: user._id, p_email: email } });
  const body = { p_id: user._id, p_otp: await codeSentTo(provided, email), p_option: '2FA' };
  expect((await client.raw('POST', '/api/otp/check', { body })).status).toBe(200);
}

test('two-step asks for its code whichever way one comes: by Google, and to link the account', async ({ browser }) => {
  await withPeople(browser, async people => {
    people.expectRefused(/403 POST \/api\/user\/link-account/);
    const [ines, home] = [await people.register('Inès', 'Ortega'), await people.register('Cam', 'Privé')];
    const typeCode = async (page: Page, nth: number) =>
      page.getByLabel('Code à six chiffres').fill(await codeSentTo(provided, ines.email, nth));
    await protect(ines);
    provided.provider.says = {
      sub: 'ines-2',
      email: ines.email,
      email_verified: true,
      given_name: 'Inès',
      family_name: 'Ortega',
    };
    const page = await people.stranger('/login');
    await page.getByRole('link', { name: 'Continuer avec Google' }).click();
    await expect(page).toHaveURL(`${people.url}/verify-otp`);
    await typeCode(page, 2);
    await page.getByRole('button', { name: 'Valider le code' }).click();
    await expect(page).toHaveURL(`${people.url}/workspaces`);
    await expect(page.getByRole('button', { name: /Inès Ortega/ }).first()).toBeVisible();

    const other = await people.open(home, '/link-account');
    await other.getByLabel('E-mail de l’autre compte').fill(ines.email);
    await other.getByLabel('Mot de passe de l’autre compte').fill(ines.password);
    await other.getByRole('button', { name: 'Lier ce compte' }).click();
    await typeCode(other, 3);
    await other.getByRole('button', { name: 'Lier ce compte' }).click();
    await told(other, 'Compte lié avec succès !');
  });
});

test('An export is prepared in the background, announced in the inbox, and downloaded by its user alone', async ({
  browser,
}) => {
  await withPeople(browser, async people => {
    const camille = await people.register('Camille', 'Moreau');
    const { path } = await people.workspace(camille, 'Atelier');
    const page = await people.open(camille, '/settings/profile');
    await page.getByRole('button', { name: 'Préparer l’export' }).click();
    await told(page, 'Votre export est en préparation.');
    await page.goto(path);
    await page.getByRole('button', { name: /Boîte de réception/ }).click();
    await page.getByRole('link', { name: /L’export de vos données est prêt/ }).click();
    await expect(page).toHaveURL(`${people.url}/settings/profile#export`);
    const link = page.getByRole('link', { name: /Télécharger l’export/ });
    await expect(link).toBeInViewport();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('palabre.zip');
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });
});

test('an account goes under a colleague’s eyes: its messages stay without a name, or are erased', async ({
  browser,
}) => {
  await withPeople(browser, async people => {
    const [camille, karim, lea] = [
      await people.register('Camille', 'Moreau'),
      await people.register('Karim', 'Benali'),
      await people.register('Léa', 'Dubreuil'),
    ];
    const { path, welcome } = await people.workspace(camille, 'Atelier', karim, lea);
    for (const [{ client }, content] of [
      [karim, 'La charpente est posée'],
      [lea, 'Le bardage arrive'],
    ] as const) {
      await client.raw('POST', '/api/message', { body: { channelId: welcome._id, content } });
    }
    const { body } = await camille.client.raw<{ conversation: { _id: string } }>('POST', '/api/conversation', {
      body: { users: [karim.user._id] },
    });
    const watching = await people.open(camille, path);
    await expect(saying(watching, 'Le bardage arrive')).toBeVisible();

    for (const [who, choice] of [
      [karim, 'Les laisser'],
      [lea, 'Les effacer'],
    ] as const) {
      const page = await people.open(who, '/settings/profile');
      await page.getByText(choice, { exact: true }).click();
      await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
      await dialog(page).getByRole('button', { name: 'Supprimer', exact: true }).click();
      await expect(page).toHaveURL(`${people.url}/login`);
    }
    await expect(saying(watching, 'La charpente est posée')).toContainText('Utilisateur supprimé');
    await expect(saying(watching, 'Message effacé')).toContainText('Utilisateur supprimé');
    await expect(saying(watching, 'Le bardage arrive')).toHaveCount(0);
    await watching.goto(`/conversation/${body.conversation._id}`);
    await expect(watching.getByRole('heading', { level: 1, name: 'Utilisateur supprimé' })).toBeVisible();
  });
});
