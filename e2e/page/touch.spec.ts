import { api } from '@palabre/common/contract/index.ts';
import { ListOnScreen } from '../support/list.ts';
import { expect, saying, test } from '../support/test.ts';

test('A finger that rests on a message opens its menu and selects nothing', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Bonjour à tous' } });
  const options = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const page = await people.open(camille, path, options);
  const words = saying(page, 'Bonjour à tous').getByText('Bonjour à tous');
  await expect(words).toBeInViewport();
  await new ListOnScreen(page).rest();
  const box = await words.boundingBox();
  const at = { x: Math.round((box?.x ?? 0) + 20), y: Math.round((box?.y ?? 0) + 8) };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(page.getByRole('menu', { name: 'Actions sur le message' })).toBeVisible();
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  // iOS would select text by itself on a long press.
  expect(await words.evaluate(element => getComputedStyle(element).userSelect)).toBe('none');
});
