import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { typingTimes } from '@palabre/common/contract/messages/typing-event.ts';
import { picture } from '../../server/test/picture.ts';
import { launchPalabre } from '../../tools/launch.ts';
import { composer, expect, messages, type Page, People, saying, still as test } from '../support/test.ts';

const lastOf = (page: Page) => messages(page).last();

test('an emoji is chosen by keyboard alone, and those of the workspace are offered, shown and removed live', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, workspace } = await people.workspace(camille, 'Atelier', karim);
  const page = await people.open(camille, path);
  await composer(page).fill('Bravo ');
  await page.getByRole('button', { name: 'Ajouter un emoji' }).focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('combobox', { name: 'Rechercher' });
  await expect(search).toBeFocused();
  await page.keyboard.type('fusee');
  await expect(page.getByRole('option', { name: /fusée/ })).toBeVisible();
  // The results of the last letters replace the earlier ones and their selection.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(search).toHaveAttribute('aria-activedescendant', /./, { timeout: 1_000 });
  }).toPass();
  await expect(page.locator('[data-foot]')).toHaveText('🚀fusée');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Bravo 🚀');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saying(page, 'Bravo 🚀')).toBeVisible();

  const params = { id: workspace._id };
  const given = { params, body: { name: 'tilleul' }, image: { bytes: await picture() } };
  const { emoji } = await camille.client.ok(api.emoji.create, given);
  await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
  await search.fill('till');
  await page.getByRole('option', { name: /tilleul/ }).click();
  await expect(composer(page)).toHaveValue(':tilleul:');
  await page.keyboard.press('Enter');
  await expect(lastOf(page).getByRole('img', { name: ':tilleul:' })).toBeVisible();
  await camille.client.ok(api.emoji.remove, { params: { ...params, emojiId: emoji._id } });
  await expect(lastOf(page)).toContainText(':tilleul:');
});

test('The emoji picker reports slow and failed loading, and retries', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  let go = () => {};
  const held = new Promise<void>(done => {
    go = done;
  });
  const data = /\/assets\/data-[\w-]+\.json$/;
  await page.route(data, async route => {
    await held;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
  const picker = page.getByRole('dialog', { name: 'Choisir un emoji' });
  await expect(picker.getByText('Loading…')).toBeVisible();
  go();
  await expect(picker.getByText('Could not load emoji.')).toBeVisible();
  await page.unroute(data);
  const asked: string[] = [];
  page.on('request', request => data.test(request.url()) && asked.push(request.method()));
  await picker.getByRole('button', { name: 'Réessayer' }).click();
  await expect(picker.getByRole('menuitem').first()).toBeVisible();
  expect(asked).toEqual(['GET']);
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  // The cached emoji show at once; only their ETag is checked again.
  await page.reload();
  await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
  await expect(picker.getByRole('menuitem').first()).toBeVisible();
  await expect.poll(() => asked).toEqual(['GET', 'HEAD']);
});

test('an emoji of the workspace is added in its settings', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, `/settings/workspace/${workspace._id}`);
  const section = page.getByRole('region', { name: 'Emojis du serveur' });
  await section.locator('input[type=file]').setInputFiles({
    name: 'Été Tilleul.png',
    mimeType: 'image/png',
    buffer: await picture(),
  });
  await expect(section.getByLabel('Nom')).toHaveValue('ete_tilleul');
  await section.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(section.getByText(':ete_tilleul:')).toBeVisible();
  await section.getByRole('button', { name: 'Supprimer :ete_tilleul:' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(section.getByText(':ete_tilleul:')).toBeHidden();
});

test('names are completed behind @, # and :, blind to accents, and stored by their ids', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const helene = await people.register('Hélène', 'Nguyen');
  const { path, workspace, welcome } = await people.workspace(camille, 'Atelier', helene);
  const page = await people.open(camille, path);
  const field = composer(page);
  await field.focus();
  await page.keyboard.type('Bonjour @hele');
  const list = page.getByRole('listbox', { name: 'Propositions' });
  await expect(list.getByRole('option', { name: 'Hélène Nguyen' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Bonjour @Hélène Nguyen ');
  await page.keyboard.type('dans #gene');
  await expect(list.getByRole('option', { name: 'général' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type(':coeur_rou');
  await expect(list.getByRole('option', { name: ':coeur_rouge:' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Bonjour @Hélène Nguyen dans #général ❤️ ');
  await page.keyboard.press('Enter');
  await expect(lastOf(page)).toContainText('@Hélène Nguyen');
  await expect(lastOf(page).getByRole('link', { name: '#général' })).toHaveAttribute('href', path);
  // The message shows before the server has stored it.
  const stored = async () =>
    (await camille.client.ok(api.messages.page, { query: { channelId: welcome._id } })).messages[0];
  await expect
    .poll(async () => (await stored())?.content)
    .toBe(`Bonjour <@${helene.user._id}> dans <#${welcome._id}> ❤️ `);

  // The stored form is converted back for the edit.
  await page.keyboard.press('ArrowUp');
  await expect(field).toHaveValue('Bonjour @Hélène Nguyen dans #général ❤️ ');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await expect(lastOf(page)).toContainText('(modifié)');
  const { message } = await camille.client.ok(api.messages.one, { params: { id: (await stored())?._id ?? '' } });
  expect(message.content).toBe(`Bonjour <@${helene.user._id}> dans <#${welcome._id}> ❤️ !`);

  // Escape closes only the list; a name not chosen stays text.
  await page.keyboard.type('@hel');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(lastOf(page)).toContainText('@hel');
  expect(workspace._id).toBeTruthy();
});

test('The typing line shows to the others until the writer sends or pauses', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path } = await people.workspace(camille, 'Atelier', karim);
  const hers = await people.open(camille, path);
  // His page never times writers out: the line disappears only because she has sent.
  const his = await people.open(karim, path, {}, page =>
    page.addInitScript(shownMs => {
      const { setTimeout: real } = window;
      const endless = (work: () => void, ms?: number) => (ms === shownMs ? 0 : real(work, ms));
      window.setTimeout = endless as typeof window.setTimeout;
    }, typingTimes.shown * 1_000),
  );
  await expect(composer(his)).toBeEditable();
  await expect(async () => {
    await composer(hers).pressSequentially('Je ');
    await expect(his.getByText('Camille écrit…')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(hers.getByText('Camille écrit…')).toBeHidden();
  await composer(hers).press('Enter');
  await expect(saying(his, 'Je')).toBeVisible();
  await expect(his.getByText('Camille écrit…')).toBeHidden();
});

test('A Markdown list continues by itself, and ends at an empty item', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await composer(page).focus();
  await page.keyboard.type('1. le plan');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('la coupe');
  await page.keyboard.press('Shift+Enter');
  await expect(composer(page)).toHaveValue('1. le plan\n2. la coupe\n3. ');
  await page.keyboard.press('Shift+Enter');
  await expect(composer(page)).toHaveValue('1. le plan\n2. la coupe\n');
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('1. le plan\n2. la coupe\n3. ');
});

test('a GIF is sent without a provider, by its category', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await composer(page).fill('brouillon');
  await page.getByRole('button', { name: 'Ajouter un GIF' }).click();
  const picker = page.getByRole('dialog', { name: 'Choisir un GIF' });
  await expect(picker.getByRole('button', { name: 'bonjour' })).toBeVisible();
  // offsetWidth ignores fractions of a pixel in the picker's position.
  expect(await picker.evaluate((box: HTMLElement) => [box.offsetWidth, box.offsetHeight])).toEqual([352, 420]);
  const inside = picker.locator('[data-gifs]');
  expect(await inside.evaluate((box: HTMLElement) => [box.offsetWidth, box.offsetHeight])).toEqual([300, 350]);
  // It stands above the whole composer.
  const [above, field] = [await picker.boundingBox(), await page.locator('[data-written]').boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
  await picker.getByRole('button', { name: 'bonjour' }).click();
  await picker.getByRole('button', { name: 'L’arbre salue' }).first().click();
  await expect(lastOf(page).getByRole('img', { name: 'L’arbre salue' })).toBeVisible();
  await expect(composer(page)).toHaveValue('brouillon');
});

test('GIFs come from a provider through the server, and what it refuses is said', async ({ browser }) => {
  const gif = await picture();
  let broken = false;
  const asked: string[] = [];
  const provider = createServer(({ url = '' }, response) => {
    asked.push(url);
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    if (broken) return response.writeHead(500).end();
    if (url.startsWith('/media')) return response.end(gif);
    const media = { url: `${origin}/media/chat.gif`, dims: [40, 30] };
    const results = [{ content_description: 'Un chat', media_formats: { gif: media, tinygif: media } }];
    const tags = [{ searchterm: 'cat', path: '?key=cle', image: media.url, name: '#chats' }];
    response.end(JSON.stringify({ results, tags }));
  });
  await new Promise<void>(done => provider.listen(0, '127.0.0.1', done));
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-gif-'));
  const running = launchPalabre({
    variables: {
      ...{ PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', GIF_API_KEY: 'cle' },
      GIF_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v2`,
    },
  });
  const { url } = await running.ready();
  const people = new People(browser, url);
  try {
    const camille = await people.register('Camille', 'Moreau');
    const { path } = await people.workspace(camille, 'Atelier');
    const page = await people.open(camille, path);
    const foreign: string[] = [];
    page.on('request', request => new URL(request.url()).origin === url || foreign.push(request.url()));
    await page.getByRole('button', { name: 'Ajouter un GIF' }).click();
    const picker = page.getByRole('dialog', { name: 'Choisir un GIF' });
    await expect(picker.getByRole('button', { name: 'chats' })).toBeVisible();
    await picker.getByRole('searchbox', { name: 'Rechercher un GIF' }).fill('chat noir');
    await picker.getByRole('button', { name: 'Un chat' }).click();
    const shown = lastOf(page).getByRole('img', { name: 'Un chat' });
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    broken = true;
    await page.getByRole('button', { name: 'Ajouter un GIF' }).click();
    await picker.getByRole('searchbox', { name: 'Rechercher un GIF' }).fill('chien');
    await expect(picker.getByText('Error loading gifs :(')).toBeVisible();
    broken = false;
    await picker.getByRole('button', { name: 'Réessayer' }).click();
    await expect(picker.getByRole('button', { name: 'Un chat' })).toBeVisible();
    expect(foreign).toEqual([]);
    expect(asked.some(one => one.startsWith('/v2/search') && one.includes('key=cle'))).toBe(true);
  } finally {
    await people.close();
    await running.stop();
    provider.closeAllConnections();
    provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
