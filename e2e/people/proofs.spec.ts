import { codeSentTo } from '../../server/test/outbox.ts';
import { dialog, expect, type Page, still as test, told } from '../support/test.ts';

const dataDir = process.env.E2E_DATA_DIR ?? '';
const typeCode = async (page: Page, code: string) => dialog(page).getByLabel('Code à six chiffres').fill(code);

test('an address is proved where it opens something, which is then done by itself, and from one’s profile', async ({
  people,
}) => {
  people.expectRefused(/403 PUT \/api\/society\//);
  people.expectRefused(/400 POST \/api\/otp\/check/);
  const [owner, camille, karim] = [
    await people.register('Agathe', 'Roy'),
    await people.register('Camille', 'Moreau'),
    await people.register('Karim', 'Benali'),
  ];
  const { body } = await owner.client.raw<{ society: { _id: string } }>('POST', '/api/society', {
    body: { name: `Atelier ${camille.email}` },
  });
  const whitelisted = { action: 'addWhitelist', email: camille.email };
  expect((await owner.client.raw('PUT', `/api/society/${body.society._id}`, { body: whitelisted })).status).toBe(200);

  const page = await people.open(camille, `/society/${body.society._id}`);
  const join = page.getByRole('button', { name: /Rejoindre|Demander/ }).first();
  await join.click();
  await expect(dialog(page)).toContainText('Confirmez d’abord votre adresse');
  await typeCode(page, '000000');
  await dialog(page).getByRole('button', { name: 'Confirmer l’adresse' }).click();
  await expect(page.getByText('Code incorrect ou expiré.')).toBeVisible();
  await expect(dialog(page).getByText('Relisez le dernier code reçu, ou demandez-en un autre.')).toBeVisible();
  await expect(dialog(page).getByLabel('Code à six chiffres')).toHaveValue('');
  await typeCode(page, await codeSentTo({ dataDir }, camille.email));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${people.url}/userSociety`);
  await told(page, 'Ajouté ! Vous avez rejoint la société.');

  const other = await people.open(karim, '/settings/profile');
  await expect(other.getByText('Adresse à confirmer.')).toBeVisible();
  const ask = other.getByRole('button', { name: 'Recevoir un code' });
  await ask.click();
  await codeSentTo({ dataDir }, karim.email);
  await other.keyboard.press('Escape');
  await expect(dialog(other)).toHaveCount(0);
  await expect(ask).toBeFocused();
  await ask.click();
  await typeCode(other, await codeSentTo({ dataDir }, karim.email, 2));
  await dialog(other).getByRole('button', { name: 'Confirmer l’adresse' }).click();
  await told(other, 'Votre adresse est confirmée.');
  await expect(other.getByText('Adresse à confirmer.')).toHaveCount(0);
});

test('a change that lasts asks who one is on another device: given up it loses nothing, confirmed it is done', async ({
  people,
}) => {
  people.expectRefused(/403 (PUT|POST) \/api\/user\//);
  const [camille, home] = [await people.register('Camille', 'Moreau'), await people.register('Cam', 'Privé')];
  const elsewhere = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const page = await people.open(camille, '/link-account', elsewhere);
  await page.getByLabel('E-mail de l’autre compte').fill(home.email);
  await page.getByLabel('Mot de passe de l’autre compte').fill(home.password);
  const link = page.getByRole('button', { name: 'Lier ce compte' });
  await link.click();
  await expect(dialog(page)).toContainText('Confirmez que c’est vous');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('E-mail de l’autre compte')).toHaveValue(home.email);
  await expect(link).toBeFocused();
  await link.click();
  const password = dialog(page).getByLabel('Mot de passe', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('pas le bon');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Ce mot de passe n’est pas le bon.')).toBeVisible();
  await password.fill(camille.password);
  await page.keyboard.press('Enter');
  await told(page, 'Compte lié avec succès !');
});
