import type { Page } from '@playwright/test';

/** Ways to the elements that stand beside the page on a desk, and behind it elsewhere. */

async function pressIfThere(page: Page, name: RegExp): Promise<boolean> {
  const button = page.getByRole('button', { name });
  const isThere = await button.isVisible();
  if (isThere) await button.click();
  return isThere;
}

/** Shows the list of channels or conversations: beside the page, in its drawer, or as a phone's page. */
export async function showList(page: Page): Promise<void> {
  await pressIfThere(page, /^(Retour à la liste|Ouvrir le panneau)$/);
}

/** Shows the people of the open place: beside it, in their drawer, or from a phone's menu. */
export async function showMembers(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: 'Masquer les membres' }).isVisible()) return;
  if (await pressIfThere(page, /^Afficher les membres$/)) return;
  await page.getByRole('button', { name: /^Actions (du salon|de la conversation)$/ }).click();
  await page.getByRole('menuitem', { name: 'Afficher les membres' }).click();
}

/** Shows the user's own menu: from their card, or as a phone's page. */
export async function showMyMenu(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('link', { name: /Moi$/ });
  if (await tab.isVisible()) return tab.click();
  await pressIfThere(page, /^Ouvrir le panneau$/);
  // The name also stands above the person's messages.
  await page
    .getByRole('region', { name: 'Navigation' })
    .or(page.getByRole('navigation', { name: 'Workspaces' }))
    .getByRole('button', { name: new RegExp(name) })
    .click();
}

/** Opens the inbox: from the header, or from a phone's bar, which is hidden in a place. */
export async function showInbox(page: Page): Promise<void> {
  const inbox = page.getByRole('button', { name: /^Boîte de réception/ });
  const back = page.getByRole('button', { name: 'Retour à la liste' });
  await inbox.or(back).first().waitFor();
  if (!(await inbox.isVisible())) await back.click();
  await inbox.click();
}
