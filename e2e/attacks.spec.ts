import { api } from '@palabre/common/contract/index.ts';
import { attacks } from '../web/features/messages/text/test/attacks.ts';
import { expect, messages, test } from './support/test.ts';

const injected = '"><img src=x onerror=alert(1)>';

test('nothing that people write runs, leads elsewhere or asks another site: messages, names, titles, file names', async ({
  people,
}) => {
  const camille = await people.register(`Camille ${injected}`, `<script>alert(1)</script>`);
  const karim = await people.register('Karim', injected);
  const { path, welcome, workspace } = await people.workspace(camille, `Atelier ${injected}`, karim);
  await camille.client.ok(api.channels.create, {
    body: { title: `a${injected}`, workspaceId: workspace._id, visibility: 'public' },
  });
  const role = { name: injected, workspaceId: workspace._id, users: [karim.user._id] };
  await camille.client.ok(api.roles.create, { body: role });
  const channelId = welcome._id;
  const say = (content: string) => karim.client.ok(api.messages.send, { body: { channelId, content } });
  for (const content of attacks) await say(content);
  await say(`<@${camille.user._id}> <#${channelId}>`);
  // One of them names a drawing that is not there.
  people.expectRefused(/404 GET \/api\/gif\/media/);
  const form = new FormData();
  form.set('channelId', channelId);
  form.set('content', 'un fichier');
  form.set('fileAttachments', new File(['<script>alert(1)</script>'], `${injected}.html`));
  await karim.client.raw('POST', '/api/message', { body: form });

  const page = await people.open(camille, path, { viewport: { width: 1440, height: 900 } });
  const foreign: string[] = [];
  page.on('dialog', dialog => {
    people.mistakes.push(`alert: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', request => {
    if (new URL(request.url()).origin !== people.url && request.url().startsWith('http')) foreign.push(request.url());
  });
  await expect(messages(page).last()).toBeVisible();
  const seen = new Set<string>();
  const harmful = await (async () => {
    const found: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const now = await page.getByRole('log').evaluate(list => ({
        keys: [...list.querySelectorAll('article')].map(row => row.dataset.row ?? ''),
        bad: [...list.querySelectorAll('article *')]
          .filter(
            node =>
              /^(SCRIPT|IFRAME|OBJECT|EMBED|FORM|STYLE|SVG|MATH)$/i.test(node.nodeName) &&
              !(node.nodeName === 'svg' && node.classList.contains('lucide')),
          )
          .map(node => node.outerHTML)
          .concat(
            [...list.querySelectorAll('article *')].flatMap(node =>
              [...node.attributes]
                .filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value))
                .map(({ name, value }) => `${name}=${value}`),
            ),
          ),
      }));
      for (const key of now.keys) seen.add(key);
      found.push(...now.bad);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -500);
      await page.waitForFunction(() => new Promise(done => requestAnimationFrame(() => done(true))));
    }
    return found;
  })();
  expect(harmful).toEqual([]);
  expect(seen.size).toBeGreaterThan(attacks.length / 2);
  for (const at of ['/workspaces', `/settings/workspace/${workspace._id}`]) {
    await page.goto(at);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  for (const section of ['channels', 'members', 'roles']) {
    await page.goto(`/settings/workspace/${workspace._id}/${section}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  expect(foreign).toEqual([]);
});

test('a video is YouTube’s own page without cookies, once it is asked for, and nothing before', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  const content = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content } });
  const asked: string[] = [];
  const page = await people.open(camille, path, {}, page => {
    page.on('request', request => asked.push(request.url()));
    void page.route('https://www.youtube-nocookie.com/**', route => route.fulfill({ body: '<p>film</p>' }));
  });
  await page.getByRole('button', { name: 'Lire la vidéo' }).click();
  const frame = page.locator('iframe[title="Vidéo YouTube"]');
  await expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1');
  const box = await frame.boundingBox();
  expect(box?.height).toBe(315);
  await expect(page.frameLocator('iframe').getByText('film')).toBeVisible();
  expect(asked.filter(url => !url.startsWith(people.url))).toEqual([
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ]);
});
