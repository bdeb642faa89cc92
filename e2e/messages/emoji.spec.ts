import { api } from '@palabre/common/contract/index.ts';
import { picture } from '../../server/test/picture.ts';
import { composer, expect, messages, type Page, saying, still as test } from '../support/test.ts';

/** Types a name, and waits for its replacement. */
async function typed(page: Page, text: string, becomes: string): Promise<void> {
  await composer(page).fill('');
  await composer(page).pressSequentially(text);
  await expect(composer(page)).toHaveValue(becomes);
}

for (const [language, locale] of [
  ['French', 'fr-FR'],
  ['English', 'en-GB'],
] as const) {
  test(`an emoji takes the place of its name, French or English, as its second colon is typed, in ${language}`, async ({
    people,
  }) => {
    const camille = await people.register('Camille', 'Moreau');
    const { path, workspace } = await people.workspace(camille, 'Atelier');
    const given = { params: { id: workspace._id }, body: { name: 'feu' }, image: { bytes: await picture() } };
    const page = await people.open(camille, path, { locale });
    await composer(page).focus();
    await typed(page, ':tada:', '🎉');
    await typed(page, ':+1:', '👍');
    await typed(page, 'Bien (:heart:', 'Bien (❤️');
    await typed(page, ':feu:', '🔥');
    await typed(page, ':coeur:', '❤️');
    await typed(page, ':Cœur_Rouge:!', '❤️!');
    await typed(page, ':tada::fusée:', '🎉🚀');
    await typed(
      page,
      ':rien_de_tel: 10:30: `:tada:` ```:tada:``` :feu:',
      ':rien_de_tel: 10:30: `:tada:` ```:tada:``` 🔥',
    );
    await page.keyboard.press('Control+z');
    await expect(composer(page)).toHaveValue(':rien_de_tel: 10:30: `:tada:` ```:tada:``` :feu:');
    // The workspace's own emoji takes precedence.
    await camille.client.ok(api.emoji.create, given);
    await typed(page, ':tada: :feu: :tada:', '🎉 :feu: 🎉');
    await page.keyboard.press('Enter');
    await expect(messages(page).last().getByRole('img', { name: ':feu:' })).toBeVisible();
    await expect(messages(page).last()).toHaveAttribute('data-state', 'sent');
    await page.keyboard.press('ArrowUp');
    await expect(composer(page)).toHaveValue('🎉 :feu: 🎉');
    await composer(page).pressSequentially(':rocket:');
    await expect(composer(page)).toHaveValue('🎉 :feu: 🎉🚀');
  });
}

test('Emoji names complete in both languages, ignoring accents, exact name first', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  const first = page.getByRole('listbox', { name: 'Propositions' }).getByRole('option').first();
  for (const [name, emoji] of [
    ['feu', '🔥'],
    ['fire', '🔥'],
    ['coeur', '❤️'],
    ['cœur', '❤️'],
    ['étoile', '⭐'],
    ['etoile', '⭐'],
    ['pizz', '🍕'],
  ]) {
    await composer(page).fill('');
    await composer(page).pressSequentially(`:${name}`);
    await expect(first).toContainText(emoji ?? '');
  }
});

test('The emoji picker opens on the recent or default emoji, and not on a group of one', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, workspace } = await people.workspace(camille, 'Atelier');
  const given = { params: { id: workspace._id }, body: { name: 'tilleul' }, image: { bytes: await picture() } };
  await camille.client.ok(api.emoji.create, given);
  const page = await people.open(camille, path);
  const picker = page.getByRole('dialog', { name: 'Choisir un emoji' });
  const last = picker.getByRole('toolbar', { name: 'Utilisés récemment' }).getByRole('button');
  const open = () => page.getByRole('button', { name: 'Ajouter un emoji' }).click();
  await open();
  await expect(last.first()).toHaveAccessibleName('👍');
  await expect(picker.getByRole('tab', { name: 'Visages et émotions' })).toHaveAttribute('aria-selected', 'true');
  for (const [words, emoji] of [
    ['fusée', '🚀'],
    ['FUSEE', '🚀'],
    ['heart', '❤️'],
  ] as const) {
    await picker.getByRole('combobox').fill(words);
    await expect(picker.getByRole('option').first()).toHaveText(emoji);
  }
  await picker.getByRole('combobox').fill('tada');
  await picker.getByRole('option').first().click();
  await expect(composer(page)).toHaveValue('🎉');
  await open();
  await picker.getByRole('combobox').fill('tilleul');
  await expect(picker.getByRole('option')).toHaveCount(1);
  // Another emoji of the workspace comes while the search is open, and joins what it found.
  await camille.client.ok(api.emoji.create, { ...given, body: { name: 'tilleul_rouge' } });
  await expect(picker.getByRole('option')).toHaveCount(2);
  await expect(picker.getByRole('combobox')).toHaveValue('tilleul');
  await picker.getByRole('option').first().click();
  await open();
  await expect(last.nth(0)).toHaveAccessibleName(':tilleul:');
  await expect(last.nth(1)).toHaveAccessibleName('🎉');
  await expect(last.nth(0).locator('img')).toBeVisible();
  await last.nth(1).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('🎉:tilleul::tilleul:');
});

test('The emoji font is loaded for visible emoji where the system has none, and moves no line', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Rien que 12 mots © ✔ ↔' } });
  const fetched: string[] = [];
  let go = () => {};
  const held = new Promise<void>(done => {
    go = done;
  });
  const page = await people.open(karim, path, {}, async opened => {
    await opened.route('**/*.css', async route => {
      const css = await (await fetch(route.request().url())).text();
      const body = css.replaceAll(/local\("?Noto ?Color ?Emoji"?\)/g, 'local("None")');
      await route.fulfill({ contentType: 'text/css', body });
    });
    await opened.route('**/emoji-*.woff2', async route => {
      fetched.push(/emoji-(\d+)-/.exec(route.request().url())?.[1] ?? '');
      await held;
      await route.continue();
    });
  });
  await expect(saying(page, 'Rien que')).toBeVisible();
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
  expect(fetched).toEqual([]);
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Allez 🇫🇷 !' } });
  const row = saying(page, 'Allez');
  await expect(row).toBeVisible();
  await expect.poll(() => fetched).toEqual(['0']);
  const before = await row.boundingBox();
  go();
  await expect
    .poll(() =>
      page.evaluate(() => [...document.fonts].some(face => face.family === 'Emoji' && face.status === 'loaded')),
    )
    .toBe(true);
  expect(await row.boundingBox()).toEqual(before);
  const colours = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context) return 0;
    context.font = '40px Emoji';
    context.fillText('🇫🇷', 0, 60);
    const { data } = context.getImageData(0, 0, 100, 100);
    const seen = new Set<string>();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) seen.add(data.slice(at, at + 3).join());
    return seen.size;
  });
  expect(colours).toBeGreaterThan(2);
});
