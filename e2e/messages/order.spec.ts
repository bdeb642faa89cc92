import { api } from '@palabre/common/contract/index.ts';
import { channelLink, expect, type Page, still as test } from '../support/test.ts';

const titles = (page: Page) => page.getByRole('list', { name: 'Salons' }).getByRole('link').allTextContents();

test('channels are put in order by dragging them, by their menu and in the settings, for everyone', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  for (const title of ['café', 'chantier']) {
    await camille.client.ok(api.channels.create, { body: { title, workspaceId: workspace._id } });
  }
  const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
  const both = async (order: string[]) => {
    for (const page of [a, b]) await expect.poll(() => titles(page)).toEqual(order);
  };
  await both(['général', 'café', 'chantier']);

  await channelLink(a, 'chantier').dragTo(channelLink(a, 'général'), { targetPosition: { x: 40, y: 2 } });
  await both(['chantier', 'général', 'café']);

  await channelLink(a, 'café').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Monter' }).click();
  await both(['chantier', 'café', 'général']);
  await channelLink(a, 'chantier').click({ button: 'right' });
  await expect(a.getByRole('menuitem', { name: 'Monter' })).toBeDisabled();
  await a.keyboard.press('Escape');
  await channelLink(b, 'café').click({ button: 'right' });
  await expect(b.getByRole('menuitem', { name: 'Mettre en sourdine' })).toBeVisible();
  await expect(b.getByRole('menuitem', { name: 'Monter' })).toHaveCount(0);
  await b.keyboard.press('Escape');

  await a.goto(`/settings/workspace/${workspace._id}/channels`);
  const down = a.getByRole('button', { name: 'Descendre chantier' });
  await down.focus();
  await a.keyboard.press('Enter');
  await a.keyboard.press('Enter');
  await expect(down).toBeFocused();
  await expect.poll(() => titles(b)).toEqual(['café', 'général', 'chantier']);
  await expect(down).toHaveAttribute('aria-disabled', 'true');
});
