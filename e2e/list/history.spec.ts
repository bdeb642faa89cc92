import { api } from '@palabre/common/contract/index.ts';
import { expect, messages, saying, test } from '../support/test.ts';

const many = 300;

test('a long history loads as one scrolls up, and nothing moves under the eye', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  for (let n = 1; n <= many; n += 1) {
    const { client } = n % 7 < 4 ? camille : karim;
    const lines = n % 5 === 0 ? '\nsur deux lignes' : '';
    await client.ok(api.messages.send, { body: { channelId: welcome._id, content: `Message ${n}.${lines}` } });
  }
  await people.haveRead(camille);
  const page = await people.open(camille, path);
  const log = page.getByRole('log');
  await expect(saying(page, `Message ${many}.`)).toBeInViewport();
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  expect(await nodes()).toBeLessThanOrEqual(1_000);

  const held: (() => void)[] = [];
  await page.route('**/api/message/paginated?**prev=**', async route => {
    await new Promise<void>(release => held.push(release));
    await route.continue();
  });
  const topOf = (key: string) =>
    page.locator(`[data-row="${key}"]`).evaluate(element => element.getBoundingClientRect().top);
  for (let page_ = 1; page_ < many / 50; page_ += 1) {
    // A list still in layout returns to its anchor: scroll again until the request is sent.
    const asked = () => log.evaluate(element => element.scrollTo(0, 0)).then(() => held.length);
    await expect.poll(asked).toBe(page_);
    // Marks a row near the top, visible before and after the older page arrives. Rows measured meanwhile may push the
    // list down once: scroll again until it stays at the top.
    const scrolledOn = () =>
      log.evaluate(element => {
        const at = element.scrollTop;
        element.scrollTo(0, 0);
        return at;
      });
    await expect.poll(scrolledOn).toBe(0);
    const mark = (await messages(page).nth(2).getAttribute('data-row')) ?? '';
    const before = await topOf(mark);
    const first = (await messages(page).first().getAttribute('data-row')) ?? '';
    held.at(-1)?.();
    await expect.poll(() => log.evaluate(element => element.scrollTop)).toBeGreaterThan(500);
    await expect(page.locator(`[data-row="${first}"]`)).toBeVisible();
    const moved: number[] = [];
    for (let look = 0; look < 5; look += 1) {
      moved.push(Math.abs((await topOf(mark)) - before));
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(Math.max(...moved)).toBeLessThanOrEqual(2);
    expect(await nodes()).toBeLessThanOrEqual(1_000);
  }
  await log.evaluate(element => element.scrollTo(0, 0));
  await expect(saying(page, 'Message 1.')).toBeInViewport();

  // Away from the end, a new message does not move the list: a pill announces it.
  await karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Du nouveau' } });
  await page.getByRole('button', { name: '1 nouveau message' }).click();
  await expect(saying(page, 'Du nouveau')).toBeInViewport();
  expect(await nodes()).toBeLessThanOrEqual(1_000);
});
