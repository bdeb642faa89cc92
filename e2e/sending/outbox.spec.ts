import type { BrowserContext } from '@playwright/test';
import { expect, messages, say, saying, still as test } from '../support/test.ts';

/** Records the messages posted by a browser's pages. */
function watchPosts(context: BrowserContext): string[] {
  const posted: string[] = [];
  context.on('requestfinished', request => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/message')) return;
    posted.push((request.postDataJSON() as { content: string }).content);
  });
  return posted;
}

test('The outbox of two offline tabs shows in both and is sent once, in order', { tag: '@daily' }, async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const a = await people.open(camille, path);
  const context = a.context();
  const b = await context.newPage();
  await b.goto(path);
  const posted = watchPosts(context);
  await say(a, 'Avant');
  // A tab shows another tab's pending message until the server's event tells it.
  await expect(saying(b, 'Avant')).toHaveAttribute('data-state', 'sent');
  // The event comes before the request's answer.
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
  await expect.poll(() => posted).toEqual(texts);
});

test('The outbox of a closed tab is sent by the other one', async ({ people }) => {
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
