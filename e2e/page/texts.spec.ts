import type { Page } from '@playwright/test';
import { channelLink, dialog, expect, still as test, told } from '../support/test.ts';

const exactly = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test('settings and empty places say their fixed texts', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await expect(exactly(page, 'Aucun message à afficher')).toBeVisible();
  await expect(exactly(page, 'En ligne – 1')).toBeVisible();
  await expect(page.getByText(/^Hors ligne –/)).toHaveCount(0);
  await expect(exactly(page, 'Salons')).toBeVisible();
  await page.getByRole('button', { name: 'Menu d’Atelier' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Inviter un ami', 'Paramètres', 'Quitter le serveur']);
  await page.getByRole('menuitem', { name: 'Paramètres' }).click();
  await expect(page).toHaveURL(`/settings/workspace/${workspace._id}`);
  const tabs = page.getByRole('region', { name: 'Navigation' });
  for (const [tab, heading] of [
    ['Canaux', 'Gestion des Canaux'],
    ['Invitations', "Paramètres d'Invitation"],
    ['Membres', 'Liste des membres'],
    ['Rôles', 'Gestion des rôles'],
    ['Général', 'Paramètres Généraux'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    if (tab === 'Canaux')
      await expect(page.getByRole('main').getByRole('listitem')).toContainText('# général (Public)');
    if (tab === 'Invitations') {
      await expect(exactly(page, 'Aucune invitation disponible pour ce workspace.')).toBeVisible();
    }
    if (tab === 'Membres') {
      await page.getByLabel('Rechercher par e-mail').fill('personne-de-ce-nom');
      await expect(exactly(page, 'Aucun membre trouvé.')).toBeVisible();
    }
  }
  await page.getByLabel('Nom du serveur').fill('Atelier Tilleul');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await told(page, 'Succès Les paramètres ont été enregistrés.');
  await expect(exactly(page, 'Zone dangereuse')).toBeVisible();
  await page.getByRole('button', { name: 'Supprimer le serveur' }).click();
  const sure = dialog(page);
  await sure.getByRole('button', { name: 'Supprimer le serveur' }).click();
  await expect(exactly(page, 'Le nom de la société est requis')).toBeVisible();
  await sure.getByLabel('Nom du serveur').fill('Atelier');
  await sure.getByRole('button', { name: 'Supprimer le serveur' }).click();
  await expect(exactly(page, 'Le nom de la société ne correspond pas')).toBeVisible();
  await page.keyboard.press('Escape');
  await tabs.getByText('Retour au workspace', { exact: true }).click();
  await expect(channelLink(page, 'général')).toBeVisible();
});
