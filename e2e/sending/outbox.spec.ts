import type { BrowserContext } from '@playwright/test';
import { expect, messages, People, say, saying, still as test, told } from '../support/test.ts';

/** What the pages of a browser have posted so far. */
function watchPosts(context: BrowserContext): string[] {
  const posted: string[] = [];
  context.on('requestfinished', request => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/message')) return;
    posted.push((request.postDataJSON() as { content: string }).content);
  });
  return posted;
}

test('what was written offline in two tabs is shown in both and sent once, in order', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const a = await people.open(camille, path);
  const context = a.context();
  const b = await context.newPage();
  await b.goto(path);
  const posted = watchPosts(context);
  await say(a, 'Avant');
  // A tab shows what another one sends; once the server has told it, it no longer needs the other.
  await expect(saying(b, 'Avant')).toHaveAttribute('data-state', 'sent');
  // It is told before the post is answered.
  await expect.poll(() => posted).toEqual(['Avant']);

  await context.setOffline(true);
  await say(a, 'Un');
  await say(b, 'Deux');
  await say(a, 'Trois');
  const texts = ['Avant', 'Un', 'Deux', 'Trois'];
  for (const page of [a, b]) {
    await expect(messages(page)).toHaveText(texts.map(text => new RegExp(`${text}$`)));
    await expect(saying(page, 'Deux')).toHaveAttribute('data-state', 'waiting');
  }
  await context.setOffline(false);
  for (const page of [a, b]) {
    for (const text of texts) await expect(saying(page, text)).toHaveAttribute('data-state', 'sent');
    await expect(messages(page)).toHaveText(texts.map(text => new RegExp(`${text}$`)));
  }
  expect(posted).toEqual(texts);
});

test('what a tab had not sent when it was closed is sent by the other', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const a = await people.open(camille, path);
  const context = a.context();
  const b = await context.newPage();
  await b.goto(path);
  for (const page of [a, b]) await expect(page.getByText('Aucun message à afficher')).toBeVisible();
  await context.setOffline(true);
  await say(a, 'Tapé puis fermé');
  await expect(saying(b, 'Tapé puis fermé')).toHaveAttribute('data-state', 'waiting');
  await a.close();
  await context.setOffline(false);
  await expect(saying(b, 'Tapé puis fermé')).toHaveAttribute('data-state', 'sent');
});

test('over plain http on a host name, one sends and copies', async ({ people, browser }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const company = new People(browser, people.url.replace('127.0.0.1', 'palabre.test'));
  const page = await company.open(camille, path);
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator])).toEqual([
    false,
    false,
    false,
  ]);
  const other = await page.context().newPage();
  await other.goto(company.url + path);
  await say(page, 'Bonjour à tous');
  await expect(saying(page, 'Bonjour à tous')).toHaveAttribute('data-state', 'sent');
  await expect(saying(other, 'Bonjour à tous')).toHaveAttribute('data-state', 'sent');
  await saying(page, 'Bonjour à tous').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copier le texte' }).click();
  await told(page, 'Texte copié');
  await company.close();
  expect(company.mistakes).toEqual([]);
});
