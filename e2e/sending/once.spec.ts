import { api } from '@palabre/common/contract/index.ts';
import type { Locator } from '@playwright/test';
import { composer, dialog, expect, still as test } from '../support/test.ts';

/** Clicks twice in one instant, as a trembling finger does. */
const clickTwice = (button: Locator) =>
  button.evaluate(element => {
    for (let n = 0; n < 2; n += 1) element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });

test('two clicks in one instant make one channel, one role, one invitation and one workspace', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const helene = await people.register('Hélène', `Nguyen${Date.now()}`);
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  const { client } = camille;
  const params = { id: workspace._id };
  const page = await people.open(camille, path);

  await page.getByRole('button', { name: 'Créer un salon' }).click();
  await page.getByPlaceholder('Entrez le nom du salon').fill('photos');
  await clickTwice(dialog(page, 'Créer un salon').getByRole('button', { name: 'Créer' }));
  await expect(composer(page)).toHaveAttribute('placeholder', 'Envoyer un message dans #photos');

  await page.getByRole('button', { name: 'Menu d’Atelier' }).click();
  await page.getByRole('menuitem', { name: 'Inviter un ami' }).click();
  const invitation = dialog(page, 'Inviter un ami');
  await invitation.getByLabel('Rechercher une personne').fill(helene.user.lastName);
  await invitation.getByRole('checkbox').click();
  await clickTwice(invitation.getByRole('button', { name: 'Créer l’invitation' }));
  await dialog(page, 'Invitation créée').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: 'Menu d’Atelier' })).toBeFocused();

  await page.goto(`/settings/workspace/${workspace._id}/roles`);
  await page.getByRole('button', { name: 'Créer un rôle' }).click();
  await page.getByLabel('Nom du rôle').fill('Conduite');
  await clickTwice(dialog(page, 'Créer un rôle').getByRole('button', { name: 'Créer' }));
  await expect(page.getByText('Conduite', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Nouveau workspace' }).click();
  await dialog(page).getByLabel('Nom', { exact: false }).first().fill('Second');
  await clickTwice(dialog(page).getByRole('button', { name: 'Créer' }));
  await expect(page.getByRole('button', { name: 'Menu de Second' })).toBeVisible();

  // A second creation would have arrived by now.
  await expect(composer(page)).toBeVisible();
  const { channels } = await client.ok(api.channels.ofWorkspace, { params });
  expect(channels.map(channel => channel.title)).toEqual(['général', 'photos']);
  expect((await client.ok(api.invites.list, { query: { workspaceId: workspace._id } })).invites).toHaveLength(1);
  const { roles } = await client.ok(api.roles.list, { params });
  expect(roles.map(role => role.name)).toEqual(['Créateur', 'Conduite']);
  const { workspaces } = await client.ok(api.workspaces.mine, { params: { id: camille.user._id } });
  expect(workspaces.map(card => card.title)).toEqual(['Atelier', 'Second']);
});
