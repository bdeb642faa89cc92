import { io, type Socket } from 'socket.io-client';
import { expect, hear, still as test } from '../support/test.ts';

test('A page beyond the maximum of sockets is told once, stays disconnected, and reconnects when viewed', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  // The members show once the page is connected: its socket is then the oldest.
  await expect(page.getByText('En ligne – 1')).toBeVisible();
  const aside = page.getByText('Palabre est ouverte dans trop d’onglets : revenez à celui-ci');
  const others: Socket[] = [];
  const { url, token } = camille.client;
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
      others.push(socket);
      socket.once('connect', resolve).once('connect_error', reject);
    });
  const said = await hear(page);
  while (others.length < 20) await open();
  await expect(aside).toBeVisible();
  expect(await said()).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/aside.png` });

  // The page does not reconnect by itself, so no other tab loses its socket to it.
  await open();
  await expect.poll(() => others.filter(socket => socket.connected).length).toBe(20);
  await expect(aside).toBeVisible();
  for (const socket of others) socket.disconnect();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(aside).toBeHidden();
});
