import {
  channelLink,
  composer,
  expect,
  messages,
  sameScreens,
  say,
  saying,
  still as test,
  told,
} from '../support/test.ts';

test('two people register, meet in a workspace and talk; one loses the connection in the middle', {
  tag: '@daily',
}, async ({ people }) => {
  const [emailA, emailB] = [people.freeEmail(), people.freeEmail()];
  const title = `Atelier ${Date.now()}`;
  const a = await people.stranger('/');
  await expect(a).toHaveURL('/login');
  await a.getByRole('link', { name: 'Créer un compte' }).click();
  await a.getByLabel('Prénom').fill('Camille');
  await a.getByLabel('Nom', { exact: true }).fill('Moreau');
  await a.getByLabel('E-mail').fill(emailA);
  await a.getByLabel('Mot de passe', { exact: true }).fill('un mot de passe sûr');
  await a.getByLabel('Confirmer le mot de passe').fill('un mot de passe sûr');
  const picture = { name: 'portrait.png', mimeType: 'image/png', buffer: await a.screenshot() };
  await a.locator('input[type=file]').setInputFiles(picture);
  await a
    .getByRole('dialog', { name: 'Recadrer l’image' })
    .getByRole('button', { name: 'Utiliser cette image' })
    .click();
  await expect(a.getByRole('dialog')).toBeHidden();
  await a.getByRole('button', { name: 'Créer mon compte' }).click();
  await told(a, 'Inscription réussie');
  await expect(a).toHaveURL('/workspaces');
  await expect(a.getByText('Aucun workspace', { exact: true })).toBeVisible();
  // A logged-in user finds no login form.
  await a.goto('/login');
  await expect(a).toHaveURL('/workspaces');
  await expect(a.getByRole('region', { name: 'Navigation' }).locator('img')).toHaveAttribute('src', /^\/api\/file\//);

  await a.getByRole('button', { name: 'Nouveau workspace' }).click();
  const creation = a.getByRole('dialog', { name: 'Nouveau workspace' });
  await creation.getByLabel('Nom').fill(title);
  await creation.getByLabel('Description').fill('Architecture et réhabilitation');
  await creation.getByLabel('Étiquettes').fill('architecture, chantier');
  await creation.getByRole('button', { name: 'Créer' }).click();
  await expect(a).toHaveURL(/\/workspace\/[^/]+\/channel\/[^/]+$/);
  await expect(a.getByText('Aucun message à afficher', { exact: true })).toBeVisible();

  const b = await people.stranger('/register');
  await b.getByLabel('Prénom').fill('Karim');
  await b.getByLabel('Nom', { exact: true }).fill('Benali');
  await b.getByLabel('E-mail').fill(emailB);
  await b.getByLabel('Mot de passe', { exact: true }).fill('un autre mot de passe');
  await b.getByLabel('Confirmer le mot de passe').fill('un autre mot de passe');
  await b.getByRole('button', { name: 'Créer mon compte' }).click();
  // Other journeys’ workspaces may fill the first page.
  await b.getByLabel('Rechercher un workspace').fill(title);
  const card = b.getByRole('article').filter({ hasText: title });
  await expect(card.getByText('par Camille Moreau')).toBeVisible();
  await expect(card.getByText('Architecture et réhabilitation')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveText(['architecture', 'chantier']);
  await expect(card.getByText('1 membre')).toBeVisible();
  await card.getByRole('button', { name: `Rejoindre ${title}` }).click();
  await told(b, 'Vous avez rejoint le workspace avec succès !');
  await expect(composer(b)).toHaveAttribute('placeholder', 'Envoyer un message dans #général');
  await expect(a.getByRole('button', { name: /Karim Benali/ })).toBeVisible();
  await expect(a.getByText('En ligne – 2')).toBeVisible();

  await say(a, 'Bonjour Karim');
  await expect(saying(b, 'Bonjour Karim')).toBeVisible();
  await say(b, 'Bonjour Camille, **bien** arrivé');
  await expect(saying(a, 'bien arrivé').locator('strong')).toHaveText('bien');
  await say(a, 'À corriger');
  // A pending message has no actions.
  await expect(saying(a, 'À corriger')).toHaveAttribute('data-state', 'sent');
  await saying(a, 'À corriger').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Modifier' }).click();
  await composer(a).fill('Corrigé');
  await composer(a).press('Enter');
  await expect(a.getByText('Modification d’un message')).toBeHidden();
  await expect(saying(b, 'Corrigé').getByText('(modifié)')).toBeVisible();
  await say(a, 'À retirer');
  await expect(saying(b, 'À retirer')).toBeVisible();
  await expect(saying(a, 'À retirer')).toHaveAttribute('data-state', 'sent');
  await saying(a, 'À retirer').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Supprimer' }).click();
  await a.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(saying(b, 'À retirer')).toBeHidden();
  // Another user's message cannot be edited.
  await saying(b, 'Corrigé').click({ button: 'right' });
  await expect(b.getByRole('menu', { name: 'Actions sur le message' }).getByRole('menuitem')).toHaveText([
    ...['👍', '❤️', '😂', 'Réagir', 'Répondre', 'Répondre dans un fil', 'Épingler'],
    'Copier le texte',
    'Copier le lien',
    'Me le rappeler',
    'Marquer comme non lu à partir d’ici',
    'Signaler',
  ]);
  await b.keyboard.press('Escape');

  await b.context().setOffline(true);
  await expect(
    b.getByText('Vous êtes hors ligne. Vos messages partiront dès le retour de la connexion.'),
  ).toBeVisible();
  await say(a, 'Pendant l’absence 1');
  await say(a, 'Pendant l’absence 2, à effacer');
  await say(a, 'Pendant l’absence 3');
  await expect(saying(a, 'Pendant l’absence 3')).toHaveAttribute('data-state', 'sent');
  await saying(a, 'Corrigé').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Modifier' }).click();
  await composer(a).fill('Recorrigé pendant l’absence');
  await composer(a).press('Enter');
  await expect(a.getByText('Modification d’un message')).toBeHidden();
  await saying(a, 'à effacer').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Supprimer' }).click();
  await a.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(saying(a, 'à effacer')).toBeHidden();
  await say(b, 'Écrit hors ligne 1');
  await say(b, 'Écrit hors ligne 2');
  await expect(saying(b, 'Écrit hors ligne 2')).toHaveAttribute('data-state', 'waiting');
  await expect(saying(b, 'Pendant l’absence')).toHaveCount(0);

  await b.context().setOffline(false);
  const lines = await sameScreens(a, b);
  expect(lines.map(line => line.replace(/^\S+ \S+\s*: /, '').replace(' sent', ''))).toEqual([
    'Bonjour Karim',
    'Bonjour Camille, bien arrivé',
    'Recorrigé pendant l’absence',
    'Pendant l’absence 1',
    'Pendant l’absence 3',
    'Écrit hors ligne 1',
    'Écrit hors ligne 2',
  ]);
  await expect(b.getByText('Vous êtes hors ligne.')).toBeHidden();
  await say(b, 'De retour');
  await expect(saying(a, 'De retour')).toBeVisible();

  await b.reload();
  await expect(messages(b)).toHaveCount(8);
  await sameScreens(a, b);
  await expect(channelLink(b, 'général')).toHaveAttribute('aria-current', 'page');
});
