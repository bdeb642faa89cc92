import { api } from '@palabre/common/contract/index.ts';
import { composer, expect, say, saying, still as test, told } from '../support/test.ts';

test('whoever is kicked or banned while looking is led out, and hears nothing more', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const title = `Cabinet ${Date.now()}`;
  const { path, welcome } = await people.workspace(camille, title, karim);
  const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
  await say(a, 'Bonjour');
  await expect(saying(b, 'Bonjour')).toBeVisible();
  const member = a.getByRole('button', { name: /Karim Benali/ });

  await member.click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Exclure' }).click();
  await a.getByRole('alertdialog').getByRole('button', { name: 'Exclure' }).click();
  await expect(b).toHaveURL('/workspaces');
  await told(b, 'Vous ne faites plus partie de ce workspace.');
  await expect(b.getByText('Aucun workspace', { exact: true })).toBeVisible();
  await expect(member).toHaveCount(0);
  await say(a, 'Sans lui');

  // Kicked, one may come back.
  await b.getByRole('button', { name: `Rejoindre ${title}` }).click();
  await expect(b).toHaveURL(path);
  await expect(saying(b, 'Sans lui')).toBeVisible();
  await composer(b).fill('En train d’écrire');

  await member.click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Bannir' }).click();
  await a.getByRole('alertdialog').getByRole('button', { name: 'Bannir' }).click();
  await expect(b).toHaveURL('/workspaces');
  const refused = await karim.client.call(api.messages.send, { body: { channelId: welcome._id, content: 'Encore' } });
  expect(refused.status).toBe(404);
  // Banned, one may not.
  people.expectRefused(/403 PUT .*\/join/);
  people.expectRefused(/40[34] GET \/api\/(workspace\/|message\/paginated)/);
  await b.getByRole('button', { name: `Rejoindre ${title}` }).click();
  await told(b, 'Vous avez été banni de ce workspace.');
  await b.goto(path);
  await expect(b.getByRole('log')).toHaveCount(0);
  await expect(b.getByText('Bonjour')).toHaveCount(0);

  // Nobody does either to themself.
  await a.getByRole('button', { name: /Camille Moreau \(vous\)/ }).click({ button: 'right' });
  await expect(a.getByRole('menuitem')).toHaveText(['Voir le profil']);
});
