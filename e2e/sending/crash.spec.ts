import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from '../support/server.ts';
import { expect, messages, People, sameScreens, say, saying, still as test } from '../support/test.ts';

test('the server is killed and comes back while two people are talking', async ({ browser }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-crash-'));
  const server = new Server(dataDir);
  await server.start();
  const people = new People(browser, server.url);
  try {
    const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
    const { path } = await people.workspace(camille, 'Atelier', karim);
    const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
    for (let n = 1; n <= 3; n += 1) {
      await say(n % 2 ? a : b, `Avant ${n}`);
      await expect(saying(n % 2 ? b : a, `Avant ${n}`)).toBeVisible();
    }

    // The server is killed during a send: stored or not, the message must exist once in the end.
    await say(a, 'Au moment de la coupure');
    await server.kill();
    await say(a, 'Pendant la coupure, de Camille');
    await say(b, 'Pendant la coupure, de Karim');
    // The network is up; only the server is down.
    await expect(
      a.getByText('Le serveur ne répond pas. Vos messages partiront dès qu’il sera de retour.'),
    ).toBeVisible();
    await expect(a.getByText(/^Vous êtes hors ligne/)).toHaveCount(0);
    await expect(saying(b, 'de Karim')).toHaveAttribute('data-state', 'waiting');

    await server.start();
    const lines = (await sameScreens(a, b)).map(line => line.replace(/^\S+ \S+\s*: /, '').replace(' sent', ''));
    const written = ['Au moment de la coupure', 'Pendant la coupure, de Camille'];
    expect(lines.slice(0, 3)).toEqual(['Avant 1', 'Avant 2', 'Avant 3']);
    expect(lines.slice(3).filter(line => line !== 'Pendant la coupure, de Karim')).toEqual(written);
    expect(lines).toHaveLength(6);
    await say(b, 'Après');
    await expect(saying(a, 'Après')).toBeVisible();
    await a.reload();
    await expect(messages(a)).toHaveCount(7);
    await sameScreens(a, b);
    expect(people.mistakes).toEqual([]);
  } finally {
    await people.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
