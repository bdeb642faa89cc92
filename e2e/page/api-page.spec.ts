import { barriers } from '../support/axe.ts';
import { setTheme } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const names = ['desk', 'phone'] as const;

test('the page of the API is whole, quiet and asks nobody else, on a desk and on a phone', async ({ people }) => {
  const said: string[] = [];
  const asked: string[] = [];
  const page = await people.stranger('/api/docs', { viewport: sizes.desk, reducedMotion: 'reduce' }, opened => {
    opened.on('console', message => said.push(message.text()));
    opened.on('requestfailed', request => said.push(`failed: ${request.url()}`));
    opened.on('request', request => asked.push(request.url()));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'The Palabre API' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Atkinson');

  const contents = page.getByRole('navigation', { name: 'Contents' });
  const event = page.locator('[id="messages.on.newMessage"]');
  for (const name of names) {
    await page.setViewportSize(sizes[name]);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(event).not.toBeInViewport();
    if (name === 'phone') {
      await expect(contents).toBeHidden();
      await page.getByRole('button', { name: 'Contents' }).click();
    }
    await contents.getByRole('searchbox').fill('newmessage');
    await expect(contents.getByRole('listitem')).toHaveCount(1);
    await contents.getByRole('link', { name: 'newMessage' }).click();
    await expect(event).toBeInViewport();
    await expect(event.getByText('who may read its channel or conversation')).toBeVisible();
    if (name === 'phone') await expect(contents).toBeHidden();
    else await contents.getByRole('searchbox').fill('');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(sizes[name].width);
  }

  // One entry of each kind stands for the others, built alike; axe would read them all.
  const some = ['users.register', 'messages.on.newMessage', 'say.setStatus', 'Message'];
  await page.evaluate(ids => {
    for (const entry of document.querySelectorAll('article.entry')) if (!ids.includes(entry.id)) entry.remove();
  }, some);
  const within = ['#contents', '.intro', ...some.map(id => `[id="${id}"]`)];
  for (const name of names) {
    await page.setViewportSize(sizes[name]);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      expect(await barriers(page, { within }), `${name}, ${theme}`).toEqual([]);
    }
  }
  expect(said).toEqual([]);
  expect(asked.filter(url => !url.startsWith(people.url))).toEqual([]);
});

test('a call can be tried on the page, with one’s own session, and the theme is the application’s', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Riou');
  const page = await people.open(camille, '/api/docs#users.me');
  await page.locator('[id="users.me"]').getByRole('button', { name: 'Try it' }).click();
  const attempt = page.getByRole('dialog', { name: 'Try it' });
  await attempt.getByRole('button', { name: 'Send' }).click();
  await expect(attempt.getByText('Answer 200')).toBeVisible();
  await expect(attempt.getByText(`"email": "${camille.email}"`)).toBeVisible();
  await attempt.getByRole('button', { name: 'Close' }).click();

  await page.locator('[id="users.one"]').getByRole('button', { name: 'Try it' }).click();
  await attempt.getByRole('textbox', { name: 'id' }).fill(camille.user._id);
  await attempt.getByRole('button', { name: 'Send' }).click();
  await expect(attempt.getByText(`"_id": "${camille.user._id}"`)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.goto('/workspaces');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
