import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { composer, expect, saying, test } from './support/test.ts';

test('50 messages that each mention 240 people: 50 of each are named, a hundred at a time and once, and one writes on', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { welcome, path } = await people.workspace(camille, 'Atelier', karim);
  const mentioning = (n: number) =>
    [`n° ${n}`, `<@${karim.user._id}>`, ...Array.from({ length: 239 }, () => `<@${randomUUID()}>`)].join(' ');
  for (let n = 1; n <= 50; n += 1) {
    await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: mentioning(n) } });
  }

  await people.haveRead(karim);
  const calls: string[] = [];
  const page = await people.open(karim, path, {}, opened =>
    opened.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/user/named') calls.push(searchParams.get('ids') ?? '');
    }),
  );
  await expect(saying(page, 'n° 50')).toContainText('@Karim Benali');
  await composer(page).fill('Merci.');
  await expect(composer(page)).toHaveValue('Merci.');
  const asked = calls.flatMap(ids => ids.split(','));
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(50 * 50);
  expect(calls.length).toBeLessThanOrEqual(Math.ceil(asked.length / 100) + 1);
});
