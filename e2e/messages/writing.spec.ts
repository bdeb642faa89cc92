import { api } from '@palabre/common/contract/index.ts';
import { devices } from '@playwright/test';
import { channelLink, composer, expect, messages, type Page, say, saying, test } from '../support/test.ts';

const selected = (page: Page) =>
  composer(page).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
const height = (page: Page) =>
  composer(page).evaluate(field => field.parentElement?.getBoundingClientRect().height ?? 0);

test('marks are undone by Ctrl+Z, taken back by the same key, and an address on a selection makes a link', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path, { permissions: ['clipboard-read', 'clipboard-write'] });
  const field = composer(page);
  await field.focus();
  await page.keyboard.type('un mot');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  for (const [key, marked] of [
    ['b', 'un **mot**'],
    ['i', 'un *mot*'],
    ['u', 'un <u>mot</u>'],
  ] as const) {
    await page.keyboard.press(`Control+${key}`);
    await expect(field).toHaveValue(marked);
    expect(await selected(page)).toBe('mot');
    await page.keyboard.press('Control+z');
    await expect(field).toHaveValue('un mot');
    await page.keyboard.press('Control+Shift+z');
    await expect(field).toHaveValue(marked);
    await page.keyboard.press('Control+z');
    await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 6));
    await page.keyboard.press(`Control+${key}`);
    await page.keyboard.press(`Control+${key}`);
    await expect(field).toHaveValue('un mot');
    expect(await selected(page)).toBe('mot');
  }
  await page.getByRole('button', { name: 'Masqué' }).click();
  await expect(field).toHaveValue('un ||mot||');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('un mot');

  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 6));
  await page.evaluate(() => navigator.clipboard.writeText('https://exemple.fr/plan'));
  await page.keyboard.press('Control+v');
  await expect(field).toHaveValue('un [mot](https://exemple.fr/plan)');
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('un mot');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Enter');
  await expect(saying(page, 'un mot').getByRole('link')).toHaveAttribute('href', 'https://exemple.fr/plan');
  await expect(field).toHaveValue('');
});

test('The composer has two rows at rest, up to ten, then scrolls; on a phone it is low, its bar shows on focus, and Enter breaks the line', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const desk = await people.open(camille, path, { viewport: { width: 1440, height: 900 } });
  await expect(composer(desk)).toBeFocused();
  const rowsOf = (page: Page) =>
    composer(page).evaluate(field => field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight));
  expect(await height(desk)).toBeLessThanOrEqual(104);
  expect(Math.floor(await rowsOf(desk))).toBe(2);
  await composer(desk).fill(Array.from({ length: 8 }, (_, line) => `ligne ${line}`).join('\n'));
  await expect.poll(async () => Math.floor(await rowsOf(desk))).toBe(8);
  await composer(desk).fill(Array.from({ length: 40 }, (_, line) => `ligne ${line}`).join('\n'));
  await expect.poll(async () => Math.floor(await rowsOf(desk))).toBe(10);
  expect(await composer(desk).evaluate(field => field.scrollHeight > field.clientHeight)).toBe(true);

  const phone = await people.open(camille, path, { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } });
  await expect(phone.getByText('Aucun message à afficher')).toBeVisible();
  const bar = phone.getByRole('toolbar', { name: 'Mise en forme' });
  await expect(bar).toBeHidden();
  expect(await height(phone)).toBeLessThanOrEqual(72);
  await composer(phone).tap();
  await expect(bar).toBeVisible();
  expect(await height(phone)).toBeLessThanOrEqual(96);
  expect(Math.floor(await rowsOf(phone))).toBe(2);
  await phone.keyboard.type('un');
  await phone.keyboard.press('Enter');
  await phone.keyboard.type('deux');
  await expect(composer(phone)).toHaveValue('un\ndeux');
  await expect(messages(phone)).toHaveCount(0);
  await phone.getByRole('button', { name: 'Gras' }).tap();
  await expect(composer(phone)).toHaveValue('un\ndeux****');
  await expect(composer(phone)).toBeFocused();
  await phone.keyboard.type('!');
  await phone.getByRole('button', { name: 'Envoyer' }).tap();
  await expect(composer(phone)).toHaveValue('');
  await expect(composer(phone)).toBeFocused();
  await expect(saying(phone, 'deux')).toHaveAttribute('data-state', 'sent');
});

test('The last message stays above the growing composer, with reduced motion too', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  for (let n = 0; n < 25; n += 1) {
    await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: `Message ${n}.` } });
  }
  const page = await people.open(camille, path, { reducedMotion: 'reduce' });
  const last = saying(page, 'Message 24.');
  await expect(last).toBeInViewport({ ratio: 1 });
  const room = await height(page);
  await composer(page).fill('un\n'.repeat(8));
  await expect.poll(() => height(page)).toBeGreaterThan(room);
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('a draft is the same in two tabs, and is sent once; a change waits through a reload, another channel and a deletion', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome, workspace } = await people.workspace(camille, 'Atelier');
  await camille.client.ok(api.channels.create, {
    body: { title: 'chantier', visibility: 'public', workspaceId: workspace._id },
  });
  const a = await people.open(camille, path);
  const b = await a.context().newPage();
  await b.goto(path);
  await composer(a).fill('Écrit ici');
  await expect(composer(b)).toHaveValue('Écrit ici');
  await composer(b).press('Enter');
  await expect(composer(a)).toHaveValue('');
  await composer(a).press('Enter');
  await expect(saying(a, 'Écrit ici')).toHaveAttribute('data-state', 'sent');
  await say(a, 'Ensuite');
  await expect(messages(b)).toHaveCount(2);
  await b.close();

  await composer(a).fill('Brouillon');
  await saying(a, 'Écrit ici').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Modifier' }).click();
  await expect(composer(a)).toHaveValue('Écrit ici');
  await composer(a).press('End');
  await a.keyboard.type(' et là');
  await a.reload();
  await expect(composer(a)).toHaveValue('Écrit ici et là');
  await expect(a.getByText('Modification d’un message')).toBeVisible();
  await channelLink(a, 'chantier').click();
  await expect(composer(a)).toHaveAttribute('placeholder', /chantier/);
  await expect(composer(a)).toHaveValue('');
  await channelLink(a, welcome.title).click();
  await expect(composer(a)).toHaveValue('Écrit ici et là');

  const page = await camille.client.ok(api.messages.page, { query: { channelId: welcome._id } });
  await camille.client.ok(api.messages.remove, { params: { id: page.messages[0]?._id ?? '' } });
  await expect(a.getByText('Le message que vous modifiiez a été supprimé. Votre texte est gardé ici.')).toBeVisible();
  await expect(composer(a)).toHaveValue('Brouillon\n\nÉcrit ici et là');
  await composer(a).press('Enter');
  await expect(saying(a, 'Écrit ici et là')).toHaveAttribute('data-state', 'sent');
});

test('a message that was refused is corrected without losing the draft', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  people.expectRefused(/^403 POST .api.message$/);
  await page.route('**/api/message', route =>
    route.fulfill({ status: 403, json: { code: 'cannot_write', message: 'Vous ne pouvez pas écrire ici.' } }),
  );
  await say(page, 'Refusé');
  await expect(saying(page, 'Refusé')).toHaveAttribute('data-state', 'failed');
  await page.unroute('**/api/message');
  await composer(page).fill('Brouillon');
  await saying(page, 'Refusé').getByRole('button', { name: 'Modifier' }).click();
  await expect(composer(page)).toHaveValue('Refusé');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('Brouillon');
  await saying(page, 'Refusé').getByRole('button', { name: 'Modifier' }).click();
  await page.reload();
  await expect(composer(page)).toHaveValue('Refusé');
  await composer(page).press('End');
  await composer(page).pressSequentially(', puis accepté');
  await composer(page).press('Enter');
  await expect(saying(page, 'Refusé, puis accepté')).toHaveAttribute('data-state', 'sent');
  await expect(composer(page)).toHaveValue('Brouillon');
  await expect(messages(page)).toHaveCount(1);
});

test('Drafts and outbox leave the device at logout, and survive an expired session', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await say(page, 'Déjà dit');
  await expect(saying(page, 'Déjà dit')).toHaveAttribute('data-state', 'sent');
  await page.route('**/api/message', route => route.abort('connectionfailed'));
  await say(page, 'Pas encore parti');
  await expect(saying(page, 'Pas encore parti')).toHaveAttribute('data-state', 'waiting');
  await composer(page).fill('Brouillon');

  /** Returns all that the page stores on the device, as one text. */
  const kept = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const entries = await Promise.all(
        databases.map(
          ({ name = '' }) =>
            new Promise<unknown[]>((resolve, reject) => {
              const opening = indexedDB.open(name);
              opening.onerror = () => reject(opening.error);
              opening.onsuccess = () => {
                const db = opening.result;
                const stores = [...db.objectStoreNames];
                if (stores.length === 0) return resolve([]);
                const all = db
                  .transaction(stores)
                  .objectStore(stores[0] ?? '')
                  .getAll();
                all.onsuccess = () => {
                  db.close();
                  resolve(all.result);
                };
              };
            }),
        ),
      );
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, entries, document.cookie]);
    });
  await expect.poll(kept).toContain('Pas encore parti');
  expect(await kept()).toContain('Brouillon');

  people.expectRefused(/^401 /);
  await page.route('**/api/user/me', route => route.fulfill({ status: 401, json: { code: 'unauthenticated' } }));
  await page.route('**/api/workspace/**', route => route.fulfill({ status: 401, json: { code: 'unauthenticated' } }));
  await page.reload();
  await expect(page).toHaveURL('/login');
  await page.unrouteAll();
  expect(await kept()).toContain('Pas encore parti');
  await page.getByLabel('E-mail').fill(camille.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(camille.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(composer(page)).toHaveValue('Brouillon');
  await expect(saying(page, 'Pas encore parti')).toHaveAttribute('data-state', 'sent');

  await page.route('**/api/message', route => route.abort('connectionfailed'));
  await say(page, 'Jamais parti');
  await composer(page).fill('Autre brouillon');
  await expect.poll(kept).toContain('Jamais parti');
  await page
    .getByRole('button', { name: /Camille Moreau/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  const asked = page.getByRole('alertdialog', { name: /Se déconnecter/ });
  await expect(asked).toContainText('message');
  await asked.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/login');
  for (const trace of ['Jamais parti', 'Autre brouillon', camille.user._id, 'Camille', camille.email]) {
    await expect.poll(kept, trace).not.toContain(trace);
  }
});
