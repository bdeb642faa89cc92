import { expect, type Locator, type Page } from '@playwright/test';

/** Locates the « ⋯ » of a list's row, which holds the row's actions where there is no room for buttons. */
export const rowMenu = (page: Page, row: string | RegExp): Locator =>
  page.getByRole('button', { name: typeof row === 'string' ? `Actions sur ${row}` : row });

/** Presses an action of a list's row: its button, or its item in the row's menu on a narrow page. */
export async function pressInRow(
  page: Page,
  row: string | RegExp,
  { button, item }: { button: string | RegExp; item: string },
): Promise<void> {
  const whole = page.getByRole('button', { name: button }).first();
  const menu = rowMenu(page, row).first();
  await expect(whole.or(menu).first()).toBeVisible();
  if (await whole.isVisible()) return whole.click();
  await menu.click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
