import type { Page } from '@playwright/test';
import { fill, ListOnScreen, prose } from '../support/list.ts';
import { Random } from '../support/random.ts';
import { type Account, expect, type People, saying, test } from '../support/test.ts';

/** Movement in pixels that tells a scroll from a tap, and does not scroll. */
const slopPx = 16;
/** Tolerance of rounding for a distance, in pixels. */
const rounding = (scrolled: number) => Math.max(2, Math.abs(scrolled) / 2_000);

/**
 * Expects that the list travelled as far as it was scrolled, in one direction, whatever arrived or changed height
 * meanwhile.
 */
function expectHeld({ travelled, scrolled, lost }: Awaited<ReturnType<Awaited<ReturnType<ListOnScreen['follow']>>>>) {
  expect(lost, 'frames without a row in common').toBe(0);
  expect(Math.abs(travelled - scrolled), `scrolled by ${scrolled}, gone by ${travelled}`).toBeLessThanOrEqual(
    rounding(scrolled),
  );
}

/** Opens the end of a long channel whose older pages are not loaded, with these context options. */
async function reader(people: People, longest: number, options: Parameters<People['open']>[2]): Promise<ListOnScreen> {
  const random = new Random(31);
  const authors: [Account, Account] = [
    await people.register('Camille', 'Moreau'),
    await people.register('Karim', 'Benali'),
  ];
  const { path, welcome } = await people.workspace(authors[0], 'Atelier', authors[1]);
  const contents = Array.from(
    { length: 180 },
    (_, n) => `Message ${n + 1}. ${prose(random, random.between(2, longest))}`,
  );
  await fill(authors, welcome._id, contents);
  await people.haveRead(...authors);
  const list = new ListOnScreen(await people.open(authors[0], path, options));
  await expect(saying(list.page, 'Message 180.')).toBeInViewport();
  await list.rest();
  return list;
}

/** Counts the older pages that arrive from now on. */
function olderPages(page: Page): () => number {
  let count = 0;
  page.on('response', response => {
    if (response.url().includes('/api/message/paginated') && response.url().includes('prev=')) count += 1;
  });
  return () => count;
}

test('a wheel that turns for long goes as far as it was turned, while older pages arrive', async ({ people }) => {
  const list = await reader(people, 1_800, { viewport: { width: 1440, height: 900 } });
  const { page } = list;
  const random = new Random(5);
  const arrived = olderPages(page);
  const stop = await list.follow();
  await list.wheel(0);
  let turned = 0;
  while (turned < 16_000) {
    const notch = random.of([60, 120, 240]);
    turned += notch;
    await page.mouse.wheel(0, -notch);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await list.rest();
  const way = await stop();
  const { travelled, back } = way;
  expect(arrived(), 'no older page arrived on the way').toBeGreaterThan(0);
  expectHeld(way);
  expect(Math.abs(travelled - turned), `turned by ${turned}, gone by ${travelled}`).toBeLessThanOrEqual(turned / 1_000);
  expect(back, 'the list was thrown back').toBeGreaterThanOrEqual(-1);
});

test('a finger takes the list as far as it goes, and throws it further, while older pages arrive', async ({
  people,
}) => {
  const list = await reader(people, 400, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = list;
  const session = await page.context().newCDPSession(page);
  const arrived = olderPages(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number, timestamp?: number) =>
    session.send('Input.dispatchTouchEvent', { type, timestamp, touchPoints: y === undefined ? [] : [{ x: 195, y }] });

  // A finger that rests before it lifts moves the list by its own distance, less the browser's tap slop.
  for (const distance of [300, 300, -240, 300]) {
    const stop = await list.follow();
    const from = distance > 0 ? 200 : 600;
    const way = Math.sign(distance);
    await touch('touchStart', from);
    await touch('touchMove', from + way * slopPx);
    for (let gone = 15; gone <= Math.abs(distance); gone += 15) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await touch('touchMove', from + way * (slopPx + gone));
    }
    await list.rest();
    await touch('touchEnd');
    await list.rest();
    const gone = await stop();
    const { travelled } = gone;
    expectHeld(gone);
    expect(Math.abs(travelled - distance), `drawn by ${distance}, gone by ${travelled}`).toBeLessThanOrEqual(slopPx);
  }

  // Equal flings travel equally far (as far as a busy computer allows), whether pages arrive meanwhile or not.
  const throws: number[] = [];
  while (throws.length < 3 || (arrived() === 0 && throws.length < 12)) {
    const stop = await list.follow();
    const at = await page.evaluate(() => Date.now() / 1_000);
    const start = touch('touchStart', 200, at);
    const moves = Array.from({ length: 12 }, (_, n) => touch('touchMove', 225 + n * 25, at + (n + 1) * 0.008));
    await Promise.all([start, ...moves, touch('touchEnd', undefined, at + 0.104)]);
    await list.rest();
    const gone = await stop();
    const { travelled, back } = gone;
    expectHeld(gone);
    expect(back, 'the list was thrown back').toBeGreaterThanOrEqual(-1);
    throws.push(travelled);
  }
  expect(arrived(), `no older page arrived in ${throws}`).toBeGreaterThan(0);
  expect(Math.min(...throws), 'the list was not thrown').toBeGreaterThan(600);
  expect(Math.max(...throws) - Math.min(...throws), `thrown by ${throws}`).toBeLessThanOrEqual(Math.max(...throws) / 8);
});
