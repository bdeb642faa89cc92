import { api } from '@palabre/common/contract/index.ts';
import { composer, expect, type Page, saying, test } from '../support/test.ts';

const below = (page: Page) =>
  page.getByRole('log').evaluate(log => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));
const line = (page: Page, text: string) => page.locator('[data-moves]').filter({ hasText: text });

test('The welcome channel shows joins live and unannounced, also without any message', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, workspace, welcome } = await people.workspace(camille, 'Atelier');
  const params = { id: workspace._id };
  const page = await people.open(camille, path);
  await expect(page.getByText('Aucun message')).toBeVisible();
  await expect(page.locator('[data-moves]')).toHaveCount(0);
  await karim.client.ok(api.workspaces.join, { params });
  await expect(line(page, 'Karim a rejoint le workspace')).toBeVisible();
  // The line stands right above the composer, and is not announced.
  const [said, field] = await Promise.all([line(page, 'Karim').boundingBox(), composer(page).boundingBox()]);
  expect((field?.y ?? 0) - ((said?.y ?? 0) + (said?.height ?? 0))).toBeLessThan(120);
  await expect(line(page, 'Karim')).toHaveAttribute('aria-live', 'off');
  await expect(page).toHaveTitle(/^(?!\()/);
  expect((await camille.client.ok(api.unread.list)).unread.map(({ channelId }) => channelId)).not.toContain(
    welcome._id,
  );

  // The next message stands below the line, and the next departure below that.
  await karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Bonjour' } });
  await expect(saying(page, 'Bonjour')).toBeVisible();
  await expect(line(page, 'Karim a rejoint')).toBeVisible();
  await karim.client.ok(api.workspaces.leave, { params });
  await expect(line(page, 'Karim a quitté le workspace')).toBeVisible();
  const tops = await Promise.all(
    [line(page, 'a rejoint'), saying(page, 'Bonjour'), line(page, 'a quitté')].map(one => one.boundingBox()),
  );
  expect(tops.map(box => box?.y)).toEqual(tops.map(box => box?.y).sort((a, b) => (a ?? 0) - (b ?? 0)));

  // Turning the setting off removes the lines.
  await camille.client.ok(api.workspaces.update, { params, body: { announceMoves: false } });
  await expect(page.locator('[data-moves]')).toHaveCount(0);
});

test('A join moves neither a list scrolled up nor its end, and does not show in other channels', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const [leonie, yann] = [await people.register('Léonie', 'Dubreuil'), await people.register('Yann', 'Riou')];
  const { path, workspace, welcome } = await people.workspace(camille, 'Atelier', karim);
  const params = { id: workspace._id };
  const post = (content: string) => karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content } });
  for (let n = 1; n <= 40; n += 1) await post(`Message ${n}`);
  await people.haveRead(camille);
  const page = await people.open(camille, path);
  await expect(saying(page, 'Message 40')).toBeVisible();
  await expect.poll(() => below(page)).toBe(0);

  await leonie.client.ok(api.workspaces.join, { params });
  await expect(line(page, 'Léonie a rejoint')).toBeInViewport();
  await expect.poll(() => below(page)).toBe(0);

  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -900);
  await expect.poll(() => below(page)).toBeGreaterThan(600);
  const reading = saying(page, 'Message 10');
  const still = () => reading.evaluate(one => Math.round(one.getBoundingClientRect().top));
  // Waits until the scroll has come to rest.
  let before = Number.NaN;
  const rests = async () => {
    const last = before;
    before = await still();
    return before === last;
  };
  await expect.poll(rests, { intervals: [200] }).toBe(true);
  await yann.client.ok(api.workspaces.join, { params });
  await expect(line(page, 'Léonie et Yann ont rejoint le workspace')).toBeAttached();
  expect(await still()).toBe(before);
  await expect(page.getByRole('button', { name: /nouveaux? messages?/ })).toHaveCount(0);
  await expect(page).toHaveTitle(/^(?!\()/);

  // The next message glides in below, and the list follows it.
  await page.getByRole('button', { name: 'Aller aux derniers messages' }).click();
  await expect.poll(() => below(page)).toBe(0);
  await post('Le dernier');
  await expect(saying(page, 'Le dernier')).toBeInViewport();
  await expect.poll(() => below(page)).toBe(0);
  await expect(line(page, 'Léonie et Yann')).toBeInViewport();

  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'chantier', workspaceId: workspace._id },
  });
  await page.getByRole('link', { name: 'chantier' }).click();
  await expect(page.getByText('Aucun message')).toBeVisible();
  expect(page.url()).toContain(channel._id);
  await expect(page.locator('[data-moves]')).toHaveCount(0);
});
