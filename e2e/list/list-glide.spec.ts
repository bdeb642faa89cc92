import { api } from '@palabre/common/contract/index.ts';
import { expect, type Page, type People, saying, test } from '../support/test.ts';

/**
 * Runs an action and records each height of the last message, frame by frame, until it has moved and come to rest.
 * Heights, not scroll positions: those also change when rows render above the view and nothing moves visibly.
 */
async function positions(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const watch = await page.getByRole('log').evaluateHandle(log => {
    const last = [...log.querySelectorAll('[role="article"], article')].at(-1);
    if (!last) throw new Error('The list has no message');
    const top = () => Math.round(last.getBoundingClientRect().top);
    const first = top();
    const record = async () => {
      const seen = [first];
      for (let still = 0; still < 40; ) {
        await new Promise(requestAnimationFrame);
        if (!last.isConnected) throw new Error('The message whose movement is watched was drawn anew');
        const moved = top() !== seen.at(-1);
        if (moved) seen.push(top());
        if (seen.length > 1) still = moved ? 0 : still + 1;
      }
      return seen;
    };
    return { recorded: record() };
  });
  await act();
  return watch.evaluate(({ recorded }) => recorded);
}

const below = (page: Page) =>
  page.getByRole('log').evaluate(log => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));

/** Opens a page at the end of a channel longer than its view, in which another person writes. */
async function atTheEnd(people: People, reducedMotion: 'reduce' | 'no-preference') {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const write = (content: string) => karim.client.ok(api.messages.send, { body: { channelId: welcome._id, content } });
  for (let n = 1; n <= 40; n += 1) await write(`Message ${n}`);
  await people.haveRead(camille);
  const page = await people.open(camille, path, { reducedMotion });
  await expect(saying(page, 'Message 40')).toBeVisible();
  await expect.poll(() => below(page)).toBe(0);
  return { page, write };
}

const tall = Array.from({ length: 8 }, (_, n) => `Ligne ${n}`).join('\n');

test('A new message glides into a list at its end, and so do those that follow it', { tag: '@daily' }, async ({
  people,
}) => {
  const { page, write } = await atTheEnd(people, 'no-preference');
  // A busy machine draws a glide in a frame or two: another message then shows it. A jump is never seen between.
  let seen: number[] = [];
  for (let sent = 1; seen.length <= 4; sent += 1) {
    expect(sent, 'messages that came without a glide').toBeLessThan(10);
    seen = await positions(page, () => write(`${tall}\n${sent}`));
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    await expect.poll(() => below(page)).toBe(0);
  }

  // Several at once, the later ones during the glide of the first.
  await Promise.all([write(tall), write(`${tall}\n`), write('Le dernier')]);
  await expect(saying(page, 'Le dernier')).toBeInViewport();
  await expect.poll(() => below(page)).toBe(0);
  await expect(page.getByRole('button', { name: /nouveaux? messages?/ })).toHaveCount(0);
});

test('A new message shows at once with reduced motion', async ({ people }) => {
  const { page, write } = await atTheEnd(people, 'reduce');
  const seen = await positions(page, () => write(tall));
  expect(seen).toHaveLength(2);
  await expect.poll(() => below(page)).toBe(0);
});
