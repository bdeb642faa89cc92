import type { Page } from '@playwright/test';
import { composer, expect, heard, say, saying, still as test } from '../support/test.ts';

/** Host name of a company's own network: not localhost (`playwright.config.ts`), and without https. */
const host = 'palabre.test';

/** Pastes the clipboard into the composer, as a page over http may not read it. */
async function pasted(page: Page): Promise<string> {
  await composer(page).fill('');
  await composer(page).press('ControlOrMeta+v');
  const text = await composer(page).inputValue();
  await composer(page).fill('');
  return text;
}

test('all works over plain http under the host name of a company: account, messages, live events, copies', async ({
  people,
}) => {
  const { port } = new URL(people.url);
  const at = (path: string) => `http://${host}:${port}${path}`;
  const [email, password] = [people.freeEmail(), 'un mot de passe sûr'];
  const page = await people.stranger(at('/register'));
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator])).toEqual([
    false,
    false,
    false,
  ]);
  await page.getByLabel('Prénom').fill('Camille');
  await page.getByLabel('Nom', { exact: true }).fill('Moreau');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByLabel('Confirmer le mot de passe').fill(password);
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page).toHaveURL(at('/workspaces'));
  await page.getByRole('button', { name: 'Nouveau workspace' }).click();
  const creation = page.getByRole('dialog', { name: 'Nouveau workspace' });
  await creation.getByLabel('Nom').fill('Atelier en clair');
  await creation.getByRole('button', { name: 'Créer' }).click();

  await say(page, 'Dit sur le réseau de l’entreprise');
  const message = saying(page, 'Dit sur le réseau de l’entreprise');
  await expect(message).toHaveAttribute('data-state', 'sent');
  await message.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copier le texte' }).click();
  expect(await pasted(page)).toBe('Dit sur le réseau de l’entreprise');

  // Another page's message of the same user comes by the socket.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await say(other, 'Dit dans un autre onglet');
  await expect(saying(page, 'Dit dans un autre onglet')).toBeVisible();
  await other.close();

  await page.reload();
  await expect(message).toBeVisible();
  await page
    .getByRole('button', { name: /Camille Moreau/ })
    .first()
    .click();
  // The page's requests after its reload may arrive as the session ends.
  people.expectRefused(/^401 GET /);
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(at('/login'));
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(at('/workspaces'));
  expect((await heard(page)).join()).not.toContain('Erreur lors de la copie dans le presse-papiers');
});
