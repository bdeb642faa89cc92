import { api } from '@palabre/common/contract/index.ts';
import { landscape } from '../../server/test/pictures.ts';
import { keepsUnsent } from '../support/kept.ts';
import { Line } from '../support/line.ts';
import { composer, expect, messages, type Page, say, saying, still as test, told } from '../support/test.ts';

const attach = async (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Joindre des fichiers' }).click();
  await (await chooser).setFiles(files);
};
const strip = (page: Page) => page.getByRole('list', { name: 'Fichiers joints' }).getByRole('listitem');
const text = (name: string, said = 'Le plan') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(said) });
const photo = async (name: string, sky: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await landscape(1_200, 800, sky),
});
/** Builds a file that a slow connection sends in seconds. */
const heavy = (name: string) => ({ name, mimeType: 'video/x-raw', buffer: Buffer.alloc(3_000_000, 'Palabre ') });

/** Returns a function that limits a page's upload rate in bytes a second; -1 for no limit. */
async function pace(page: Page): Promise<(uploadThroughput: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async uploadThroughput => {
    const conditions = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
}

/** Holds the decoding of chosen pictures; each call of the returned function releases the oldest. */
async function holdPictures(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { decode } = HTMLImageElement.prototype;
    const held: (() => void)[] = [];
    Object.assign(window, { lookedAt: () => held.shift()?.() });
    HTMLImageElement.prototype.decode = async function () {
      await new Promise<void>(lookedAt => held.push(lookedAt));
      return decode.call(this);
    };
  });
  return () => page.evaluate(() => (window as unknown as { lookedAt: () => void }).lookedAt());
}

/** Drags files from the desktop over the page, or drops them on it. */
const drag = (page: Page, type: 'dragover' | 'drop', names: string[]) =>
  page.getByRole('log').evaluate(
    (log, [type, names]) => {
      const dataTransfer = new DataTransfer();
      for (const name of names) dataTransfer.items.add(new File(['Le plan'], name, { type: 'text/plain' }));
      const { left, top } = log.getBoundingClientRect();
      const where = { clientX: left + 40, clientY: top + 40 };
      log.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...where }));
    },
    [type, names] as const,
  );

test('a picture sent on a cut line arrives once', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const line = new Line();
  const page = await people.open(camille, path, await line.open());
  const other = await people.open(karim, path);
  await expect(composer(page)).toBeEnabled();
  await (await pace(page))(300_000);
  await attach(page, await photo('façade.jpg', '#cfe3ee'), heavy('relevé.raw'));
  await expect(strip(page)).toHaveText([/façade\.jpg.*Ko/, /relevé\.raw2,9\sMo/]);
  await say(page, 'La façade');
  await expect(strip(page)).toHaveCount(0);
  const mine = saying(page, 'La façade');
  await expect(mine).toHaveAttribute('data-state', 'waiting');
  await expect
    .poll(async () => Number(await mine.getByRole('progressbar').getAttribute('aria-valuenow')))
    .toBeGreaterThan(10);
  await expect(mine).toContainText(/Mo sur 2,9\sMo|Ko sur 2,9\sMo/);

  line.cut();
  await expect(mine).toContainText('En attente d’envoi');
  expect(line.brought).toBeLessThan(3_000_000);
  line.mend();
  await expect(mine).toHaveAttribute('data-state', 'sent', { timeout: 30_000 });
  for (const one of [page, other]) {
    await expect(messages(one)).toHaveCount(1);
    const shown = saying(one, 'La façade').getByRole('button', { name: 'Agrandir façade.jpg' }).locator('img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  }
  const { messages: stored } = await karim.client.ok(api.messages.page, { query: { channelId: welcome._id } });
  expect(stored.map(({ fileAttachments }) => fileAttachments.length)).toEqual([2]);
  await line.close();
});

test('files of messages written while nothing leaves are there after a reload, and sent once, in order', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await page.route('**/api/message', route => route.abort());
  await attach(page, text('un.txt'), await photo('cour.jpg', '#f3d9b1'));
  await say(page, 'Un');
  await say(page, 'Deux');
  await attach(page, text('brouillon.txt'));
  await expect(strip(page)).toHaveCount(1);
  for (const said of ['Un', 'Deux']) await expect(saying(page, said)).toHaveAttribute('data-state', 'waiting');
  await keepsUnsent(page, 2);
  await page.reload();
  await expect(strip(page)).toHaveText([/brouillon\.txt/]);
  await expect(saying(page, 'Un')).toContainText('un.txt');
  await expect(saying(page, 'Un')).toHaveAttribute('data-state', 'waiting');
  await page.unroute('**/api/message');
  await expect(saying(page, 'Deux')).toHaveAttribute('data-state', 'sent', { timeout: 40_000 });
  const { messages: stored } = await camille.client.ok(api.messages.page, { query: { channelId: welcome._id } });
  expect(stored.map(({ content, fileAttachments }) => [content, fileAttachments.length])).toEqual([
    ['Un', 2],
    ['Deux', 0],
  ]);
  await composer(page).press('Enter');
  await expect(messages(page)).toHaveCount(3);
  await expect(messages(page).last()).toHaveAttribute('data-state', 'sent');
  await expect(
    messages(page)
      .last()
      .getByRole('link', { name: /^Télécharger brouillon\.txt, 7\so$/ }),
  ).toBeVisible();
});

test('files chosen after Enter wait for the next message, though those before it are still being looked at', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await expect(composer(page)).toBeFocused();
  const lookedAt = await holdPictures(page);
  await attach(page, await photo('cour.jpg', '#f3d9b1'));
  await say(page, 'Un');
  await attach(page, text('plan.txt'));
  await expect(strip(page)).toHaveText([/plan\.txt/]);
  await lookedAt();
  await expect(saying(page, 'Un')).toHaveAttribute('data-state', 'sent');
  await expect(saying(page, 'Un').getByRole('button', { name: 'Agrandir cour.jpg' })).toBeVisible();
  await expect(saying(page, 'Un')).not.toContainText('plan.txt');
  await expect(strip(page)).toHaveText([/plan\.txt/]);
});

test('files chosen one after the other all go with the message they were chosen for, and messages keep their order', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await expect(composer(page)).toBeFocused();
  const lookedAt = await holdPictures(page);
  await attach(page, await photo('cour.jpg', '#f3d9b1'));
  await attach(page, await photo('rue.jpg', '#cfe3ee'));
  await say(page, 'Un');
  await lookedAt();
  await attach(page, text('plan.txt'));
  await expect(strip(page)).toHaveText([/plan\.txt/]);
  await say(page, 'Deux');
  await say(page, 'Trois');
  await expect(messages(page)).toHaveCount(0);
  await lookedAt();
  await expect(saying(page, 'Trois')).toHaveAttribute('data-state', 'sent');
  await expect(strip(page)).toHaveCount(0);
  const { messages: stored } = await camille.client.ok(api.messages.page, { query: { channelId: welcome._id } });
  expect(stored.map(({ content, fileAttachments }) => [content, fileAttachments.map(({ name }) => name)])).toEqual([
    ['Un', ['cour.jpg', 'rue.jpg']],
    ['Deux', ['plan.txt']],
    ['Trois', []],
  ]);
});

test('An upload can be cancelled, retried or edited', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  const setPace = await pace(page);
  await setPace(200_000);
  await attach(page, heavy('relevé.raw'), text('plan.txt'));
  await say(page, 'Le relevé');
  const mine = saying(page, 'Le relevé');
  await mine.getByRole('button', { name: 'Annuler l’envoi' }).click();
  await expect(mine).toContainText('Message non envoyé – Envoi annulé');
  await setPace(-1);
  await mine.getByRole('button', { name: 'Modifier' }).click();
  await expect(strip(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Retirer relevé.raw' }).click();
  const lookedAt = await holdPictures(page);
  await attach(page, await photo('cour.jpg', '#f3d9b1'));
  await composer(page).press('Enter');
  await composer(page).press('Enter');
  await lookedAt();
  await expect(mine).toHaveAttribute('data-state', 'sent');
  await expect(mine).toContainText('plan.txt');
  await expect(mine).not.toContainText('relevé.raw');
  await expect(mine.getByRole('button', { name: 'Agrandir cour.jpg' })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
});

test('files are dropped on the whole pane or pasted, and refused in French before anything is sent', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await say(page, 'Bonjour');
  // Browsers repeat `dragover` during a drag.
  await expect(async () => {
    await drag(page, 'dragover', ['a.txt']);
    await expect(page.getByText('Déposez vos fichiers ici')).toBeVisible({ timeout: 500 });
  }).toPass();
  await drag(page, 'drop', ['a.txt', 'b.txt']);
  await expect(page.getByText('Déposez vos fichiers ici')).toBeHidden();
  await expect(strip(page)).toHaveText([/a\.txt7\so/, /b\.txt7\so/]);
  await composer(page).evaluate(field => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  });
  await expect(strip(page)).toHaveCount(3);
  await attach(page, { ...text('vide.txt'), buffer: Buffer.alloc(0) });
  await told(page, '«\u00a0vide.txt\u00a0» est vide.');
  // Files still being read also count, and stay before those chosen later.
  const lookedAt = await holdPictures(page);
  await attach(page, await photo('cour.jpg', '#cfe3ee'));
  await attach(page, ...Array.from({ length: 8 }, (_, n) => text(`${n}.txt`)));
  await lookedAt();
  await told(page, 'Un message porte 10 fichiers au plus\u00a0: 2 n’ont pas été ajoutés.');
  await expect(strip(page)).toHaveText([/a\.txt/, /b\.txt/, /image\.png/, /cour\.jpg/, ...Array(6).fill(/\d\.txt/)]);
  await page.getByRole('button', { name: 'Retirer a.txt' }).click();
  await expect(strip(page)).toHaveCount(9);
});

test('pictures are looked at by keyboard, one after the other, and the focus returns', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  const files = [
    { bytes: await landscape(900, 600, '#cfe3ee'), name: 'nord.jpg' },
    { bytes: await landscape(600, 900, '#f3d9b1'), name: 'sud.jpg' },
    { bytes: await landscape(1_800, 200, '#cfe3ee'), name: `vue-${'depuis-le-belvédère-'.repeat(5)}.jpg` },
  ];
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Les façades' }, files });
  const page = await people.open(camille, path);
  // The composer is there before the list.
  await expect(saying(page, 'Les façades')).toBeVisible();
  await composer(page).press('Shift+Tab');
  await expect(saying(page, 'Les façades')).toBeFocused();
  const north = page.getByRole('button', { name: 'Agrandir nord.jpg' });
  while (!(await north.evaluate(button => button === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: 'nord.jpg' })).toBeVisible();
  await expect(viewer.getByRole('status')).toHaveText('1 sur 3');
  // It is looked at closer by key and by double click, and whole again.
  const width = () =>
    viewer.getByRole('img', { name: 'nord.jpg' }).evaluate(image => Math.round(image.getBoundingClientRect().width));
  const whole = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(whole * 1.3);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(whole);
  await viewer.getByRole('img', { name: 'nord.jpg' }).dblclick();
  await expect.poll(width).toBe(Math.round(whole * 2.5));
  await viewer.getByRole('img', { name: 'nord.jpg' }).dblclick();
  await expect.poll(width).toBe(whole);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'sud.jpg' })).toBeVisible();
  await expect(viewer.getByRole('status')).toHaveText('2 sur 3');
  const download = page.waitForEvent('download');
  await viewer.getByRole('link', { name: 'Télécharger' }).click();
  expect((await download).suggestedFilename()).toBe('sud.jpg');
  // A long name and a wide picture fit into a small window.
  await page.keyboard.press('End');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const part of [viewer.getByRole('img', { name: /^vue/ }), viewer.getByRole('button', { name: 'Fermer' })])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(north).toBeFocused();
});
