import { api } from '@palabre/common/contract/index.ts';
import type { Page } from '@playwright/test';
import { fill, ListOnScreen, prose } from '../support/list.ts';
import { Random } from '../support/random.ts';
import { composer, dialog, expect, messages, saying, still as test } from '../support/test.ts';

/** Describes the focused element for failure messages. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return (
      at?.getAttribute('data-row') ?? at?.getAttribute('aria-label') ?? at?.textContent?.slice(0, 40) ?? at?.nodeName
    );
  });

test('the keys move through a long list, and the focus never falls out of it', async ({ people }) => {
  const random = new Random(7);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const contents = Array.from({ length: 120 }, (_, n) => `Message ${n + 1}. ${prose(random, random.between(2, 900))}`);
  await fill([karim, camille], welcome._id, contents);
  await people.haveRead(camille);
  const page = await people.open(camille, path);
  const list = new ListOnScreen(page);
  await expect(saying(page, 'Message 120.')).toBeInViewport();
  const lost = () => page.evaluate(() => document.activeElement === document.body);
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await list.rest();
    expect(await lost(), `after ${key}`).toBe(false);
  };
  const at = (text: string) => expect(saying(page, text)).toBeFocused();

  // Focus enters at the visible rows, and moves to rows not rendered yet.
  await list.log.focus();
  await at('Message 120.');
  await press('ArrowUp');
  await at('Message 119.');
  await press('Home');
  await at('Message 71.');
  await expect(saying(page, 'Message 71.')).toBeInViewport();
  await expect(saying(page, 'Message 70.')).toBeAttached();
  await press('ArrowUp');
  await at('Message 70.');
  await expect(saying(page, 'Message 70.')).toBeInViewport();
  await press('End');
  await at('Message 120.');
  expect((await list.look()).below).toBeLessThanOrEqual(1);

  // Scrolls a page at a time; the focus follows.
  const { height } = await list.look();
  const before = await list.held();
  await press('PageUp');
  const moved = (await list.look()).rows.find(({ key }) => key === before.key);
  expect(Math.abs((moved?.top ?? 0) - before.top - (height - 60))).toBeLessThanOrEqual(2);
  await expect(messages(page).and(page.locator(':focus'))).toBeInViewport();
  await press('PageDown');
  await expect(messages(page).and(page.locator(':focus'))).toBeInViewport();

  // The focus stays on a row scrolled out of view; the next key starts from the visible rows.
  await press('End');
  await list.wheel(-4_000, 4);
  await list.rest();
  await at('Message 120.');
  await press('ArrowUp');
  await expect(messages(page).and(page.locator(':focus'))).toBeInViewport();
  expect((await list.look()).below).toBeGreaterThan(1_000);

  // A deleted message, here or elsewhere, passes the focus to its neighbour.
  await press('End');
  await page.keyboard.press('Delete');
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(saying(page, 'Message 120.')).toBeHidden();
  await at('Message 119.');
  const all = await karim.client.ok(api.messages.ofChannel, { params: { id: welcome._id } });
  const last = all.messages.at(-1)?._id ?? '';
  await karim.client.ok(api.messages.remove, { params: { id: last } });
  await expect(saying(page, 'Message 119.')).toBeHidden();
  await at('Message 118.');

  // Deleted while its dialog asks, from another device, it passes the focus on once the dialog is closed.
  await page.keyboard.press('Delete');
  await camille.client.ok(api.messages.remove, { params: { id: all.messages.at(-2)?._id ?? '' } });
  await expect(saying(page, 'Message 118.')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await at('Message 117.');

  // A menu that closes by itself returns the focus.
  await saying(page, 'Message 117.').click({ button: 'right', position: { x: 300, y: 10 } });
  await expect(page.getByRole('menu')).toBeVisible();
  await list.wheel(-300);
  await expect(page.getByRole('menu')).toBeHidden();
  expect(await lost(), await focused(page)).toBe(false);

  // The button to the latest messages disappears once used.
  await list.wheel(-3_000, 3);
  await page.getByRole('button', { name: 'Aller aux derniers messages' }).click();
  await expect(composer(page)).toBeFocused();
  await list.rest();
  expect((await list.look()).below).toBeLessThanOrEqual(1);
  await list.wheel(-3_000, 3);
  await page.getByRole('button', { name: 'Aller aux derniers messages' }).focus();
  await press('Enter');
  await at('Message 117.');
});

test('The first message scrolls into view with its day, even when it was not rendered', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await fill(
    [camille],
    welcome._id,
    Array.from({ length: 45 }, (_, n) => `Message ${n + 1}.\n\nDeux\n\nTrois`),
  );
  const page = await people.open(camille, path);
  await expect(saying(page, 'Message 45.')).toBeInViewport();
  await expect(saying(page, 'Message 1.')).toHaveCount(0);
  await new ListOnScreen(page).log.focus();
  await page.keyboard.press('Home');
  await expect(saying(page, 'Message 1.')).toBeFocused();
  await expect(page.getByText("Aujourd'hui")).toBeInViewport({ ratio: 1 });
});

test('who wrote a message is shown by their name and their picture', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await fill([karim], welcome._id, ['Bonjour']);
  const page = await people.open(camille, path);
  const name = saying(page, 'Bonjour').getByRole('button', { name: 'Karim' });
  const card = page.getByRole('dialog', { name: 'Profil de Karim Benali' });
  await name.click();
  await expect(card.getByText(karim.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(name).toBeFocused();
  await saying(page, 'Bonjour').locator('[data-profile]').first().click();
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();

  // By keys, Tab goes from the focused message to its author.
  await saying(page, 'Bonjour').focus();
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();
});

test('the menu of a message opens whatever is selected elsewhere', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await fill([camille], welcome._id, ['Le premier texte', 'Le second texte']);
  const page = await people.open(camille, path);
  const text = { position: { x: 10, y: 8 } };
  await saying(page, 'second').getByText('Le second texte').dblclick(text);
  expect(await page.evaluate(() => getSelection()?.toString().trim())).not.toBe('');
  await saying(page, 'premier').click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Actions sur le message' })).toBeVisible();
  await page.keyboard.press('Escape');
  await saying(page, 'second').getByText('Le second texte').dblclick(text);
  await saying(page, 'second')
    .getByText('Le second texte')
    .click({ button: 'right', ...text });
  await expect(page.getByRole('menu', { name: 'Actions sur le message' })).toBeHidden();
});

test('each action on a message is within reach: in its bar under a mouse, in its menu on a phone', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await fill([camille], welcome._id, ['Un premier', 'Un second', 'Un troisième']);
  const often = ['Réagir', 'Répondre', 'Modifier', 'Épingler'];
  const names = [...often, 'Copier le texte', 'Copier le lien', 'Supprimer'];
  const desk = await people.open(camille, path);
  await saying(desk, 'second').hover();
  const bar = saying(desk, 'second').getByRole('toolbar', { name: 'Actions sur le message' });
  const button = (name: string) => bar.getByRole('button', { name, exact: true });
  for (const name of [...often, 'Autres actions']) await expect(button(name)).toBeInViewport({ ratio: 1 });
  await button('Autres actions').click();
  const rest = desk.getByRole('menu', { name: 'Actions sur le message' });
  for (const name of names) {
    await expect(rest.getByRole('menuitem', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }

  const phone = await people.open(camille, path, { viewport: { width: 390, height: 844 } });
  await saying(phone, 'second').click({ button: 'right' });
  const menu = phone.getByRole('menu', { name: 'Actions sur le message' });
  for (const name of names) {
    await expect(menu.getByRole('menuitem', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('The key ↑ edits the user’s last message from any scroll position, and shows it', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await fill([camille], welcome._id, ['Mon premier']);
  const posted = await fill(
    [karim],
    welcome._id,
    Array.from({ length: 150 }, (_, n) => `Point ${n + 1}`),
  );
  await fill([camille], welcome._id, ['Mon dernier']);
  const page = await people.open(camille, `${path}?message=${posted[3]?._id}`);
  await expect(saying(page, 'Mon premier')).toBeInViewport();
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('Mon dernier');
  await expect(saying(page, 'Mon dernier')).toBeInViewport();
});

test('The menu of a message survives others’ new messages, and closes on the user’s scroll', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await fill(
    [karim],
    welcome._id,
    Array.from({ length: 60 }, (_, n) => `Point ${n + 1}`),
  );
  await people.haveRead(camille);
  const page = await people.open(camille, path);
  await saying(page, 'Point 58').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions sur le message' });
  await expect(menu).toBeVisible();
  await fill([karim], welcome._id, ['Encore un', 'Et un autre']);
  await expect(saying(page, 'Et un autre')).toBeInViewport();
  await menu.getByRole('menuitem', { name: 'Répondre', exact: true }).click();
  await expect(page.getByText('Réponse à Karim')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await saying(page, 'Point 58').click({ button: 'right' });
  await expect(menu).toBeVisible();
  await page.mouse.wheel(0, -200);
  await expect(menu).toBeHidden();
});
