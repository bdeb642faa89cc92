import { api } from '@palabre/common/contract/index.ts';
import { picture } from '../../server/test/picture.ts';
import { attacks } from '../../web/features/messages/text/test/attacks.ts';
import {
  type Account,
  composer,
  dialog,
  expect,
  goWithin,
  messages,
  type Page,
  type People,
  still as test,
  watchQuiet,
} from '../support/test.ts';

const injected = '"><img src=x onerror=alert(1)>';
/** Cuts the attacks to the maximum length of a name. */
const named = (most: number) => [
  ...new Set(
    attacks.map(attack =>
      attack
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, most)
        .trim(),
    ),
  ),
];

/** Returns the elements of the page that nobody may have put there; the product's own scripts are all files. */
const harmful = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap(node => {
      const own = node.nodeName === 'svg' || node.closest('svg.lucide, svg[aria-hidden]');
      const isForeign = /^(SCRIPT|IFRAME|OBJECT|EMBED|STYLE|SVG|MATH|BASE|LINK|META)$/i.test(node.nodeName) && !own;
      const bad = [...node.attributes].filter(
        ({ name, value }) => name.startsWith('on') || /^\s*(javascript:|vbscript:|data:text)/i.test(value),
      );
      return isForeign || bad.length > 0 ? [node.outerHTML.slice(0, 200)] : [];
    }),
  );

/** Records the scripts that ran in a page, and its requests to other sites. */
function guard(page: Page, people: People): string[] {
  const foreign: string[] = [];
  page.on('dialog', dialog => {
    people.mistakes.push(`alert: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', request => {
    if (new URL(request.url()).origin !== people.url && request.url().startsWith('http')) foreign.push(request.url());
  });
  return foreign;
}

test('Attacks in messages, names, titles and file names neither run nor request another site', {
  tag: '@daily',
}, async ({ people }) => {
  const camille = await people.register(`Camille ${injected}`, `<script>alert(1)</script>`);
  const karim = await people.register('Karim', injected);
  const { path, welcome } = await people.workspace(camille, `Atelier ${injected}`, karim);
  const channelId = welcome._id;
  const say = (content: string) => karim.client.ok(api.messages.send, { body: { channelId, content } });
  for (const content of attacks) await say(content);
  await say(`<@${camille.user._id}> <#${channelId}>`);
  // One of the attacks names a GIF that does not exist.
  people.expectRefused(/404 GET \/api\/gif\/media/);
  // Names files by the same attacks, ten per message.
  for (let first = 0; first < attacks.length; first += 10) {
    const form = new FormData();
    form.set('channelId', channelId);
    form.set('content', injected);
    for (const name of attacks.slice(first, first + 10))
      form.append('fileAttachments', new File(['<script>alert(1)</script>'], `${name.replaceAll('\n', ' ')}.html`));
    expect((await karim.client.raw('POST', '/api/message', { body: form })).status).toBe(201);
  }

  const page = await people.open(camille, path, { viewport: { width: 1440, height: 900 } });
  const foreign = guard(page, people);
  await expect(messages(page).last()).toBeVisible();
  const seen = new Set<string>();
  // The page opens on the first unread message, above all others.
  const isAtEnd = () =>
    page.getByRole('log').evaluate(list => list.scrollTop + list.clientHeight >= list.scrollHeight - 1);
  for (let turn = 0; turn < 200 && !(turn > 10 && (await isAtEnd())); turn += 1) {
    const keys = await messages(page).evaluateAll(rows => rows.map(row => (row as HTMLElement).dataset.row ?? ''));
    for (const key of keys) seen.add(key);
    expect(await harmful(page)).toEqual([]);
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, 500);
    await page.waitForFunction(() => new Promise(done => requestAnimationFrame(() => done(true))));
  }
  expect(seen.size).toBeGreaterThan(attacks.length);
  expect(foreign).toEqual([]);
});

test('Attacks in names of channels, roles, workspaces, conversations, emoji and GIFs neither run nor request another site', async ({
  people,
}) => {
  const camille = await people.register('Camille', '<script>alert(1)</script>');
  const others = await Promise.all(
    ['<svg/onload=alert(1)>', injected, '[a](javascript:alert(1))'].map(name => people.register(name, name)),
  );
  const { path, welcome, workspace } = await people.workspace(camille, injected, ...others);
  const [karim] = others as [Account];
  const workspaceId = workspace._id;
  const client = camille.client;
  const description = named(80).join(' ').slice(0, 500);
  await client.ok(api.workspaces.update, {
    params: { id: workspaceId },
    body: { description, tags: named(20).slice(0, 5) },
  });
  for (const title of named(80)) {
    await client.ok(api.channels.create, { body: { title, workspaceId, visibility: 'public' } });
  }
  for (const name of named(40)) {
    await client.ok(api.roles.create, { body: { name, workspaceId, users: [karim.user._id], color: '#2a6390' } });
  }
  const users = others.map(({ user }) => user._id);
  const { conversation } = await client.ok(api.conversations.create, { body: { users } });
  await client.ok(api.conversations.rename, { params: { id: conversation._id }, body: { title: injected } });
  await karim.client.ok(api.messages.send, { body: { conversationId: conversation._id, content: injected } });
  // Emoji names refuse the attacks.
  for (const name of named(32)) {
    const asked = { params: { id: workspaceId }, body: { name }, image: { bytes: await picture() } };
    expect((await client.call(api.emoji.create, asked)).status).toBe(400);
  }
  for (const content of attacks.slice(0, 40)) {
    const body = { channelId: welcome._id, content: `${content} <@${camille.user._id}>` };
    const { message } = await karim.client.ok(api.messages.send, { body });
    await karim.client.ok(api.pins.pin, { params: { id: message._id } });
  }

  const page = await people.open(camille, path, { viewport: { width: 1440, height: 900 } });
  const foreign = guard(page, people);
  people.expectRefused(/404 GET \/api\/gif\/media/);
  const quiet = watchQuiet(page);
  const clean = async () => expect(await harmful(page)).toEqual([]);
  await expect(page.getByRole('region', { name: 'Navigation' }).getByText('<svg/onload=alert(1)>')).toBeVisible();
  await page.getByRole('button', { name: 'Messages Épinglés' }).click();
  await expect(dialog(page, 'Messages Épinglés').getByRole('listitem')).toHaveCount(40);
  await clean();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Boîte de réception/ }).click();
  await expect(page.getByRole('tab', { name: 'Mentions' })).toBeVisible();
  await clean();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('alert');
  await expect(page.getByRole('option').first()).toBeVisible();
  await clean();
  await page.keyboard.press('Escape');
  for (const sign of ['@', '#']) {
    await composer(page).fill('');
    await composer(page).pressSequentially(`${sign}s`);
    await expect(page.getByRole('listbox', { name: 'Propositions' }).getByRole('option').first()).toBeVisible();
    await clean();
  }
  await composer(page).fill('');

  // A provider may give its pictures any description.
  const media = { url: '/api/gif/media?demo=hello-1', dims: [320, 240] };
  const results = attacks.map(content_description => ({
    content_description,
    media_formats: { gif: media, tinygif: media },
  }));
  await page.route('**/api/gif/search*', route => route.fulfill({ json: { results } }));
  for (const attack of [attacks[1], '![a" onerror="alert(1)](/api/gif/media?demo=x)']) {
    await page.getByRole('button', { name: 'Ajouter un GIF' }).click();
    await page.getByRole('searchbox', { name: 'Rechercher un GIF' }).fill('chat');
    const found = page
      .getByRole('dialog', { name: 'Choisir un GIF' })
      .getByRole('button', { name: attack ?? '', exact: true });
    await expect(found.first()).toBeVisible();
    await clean();
    await found.first().click();
    await expect(messages(page).last().locator('img[src*="hello-1"]')).toBeVisible();
    await clean();
  }

  for (const at of [
    '/workspaces',
    `/conversation/${conversation._id}`,
    ...['', '/channels', '/members', '/roles'].map(section => `/settings/workspace/${workspaceId}${section}`),
  ]) {
    await goWithin(page, at);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await quiet();
    await clean();
  }
  expect(foreign).toEqual([]);
});

test('A video loads YouTube’s cookie-less player on demand, and nothing before', async ({ people }) => {
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
