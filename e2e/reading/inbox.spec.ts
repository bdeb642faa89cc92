import { api } from '@palabre/common/contract/index.ts';
import { administrator } from '../support/administrator.ts';
import { channelLink, composer, dialog, expect, type Page, saying, still as test } from '../support/test.ts';

const sizes = { wide: [1440, 900], small: [1024, 768], phone: [390, 844] } as const;

/** Takes screenshots of a journey's state in both themes and three sizes, if `PICTURES` names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  const before = page.viewportSize();
  if (!folder || !before) return;
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height });
    for (const theme of ['dark', 'light']) {
      await page.evaluate(to => document.documentElement.setAttribute('data-theme', to), theme);
      await page.screenshot({ path: `${folder}/${name}-${size}-${theme}.png` });
    }
  }
  await page.setViewportSize(before);
}

test('everything marked as read is undone within ten seconds, on all devices', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const place = await people.workspace(camille, 'Atelier', karim);
  const workspaceId = place.workspace._id;
  const { channel } = await camille.client.ok(api.channels.create, { body: { title: 'chantier', workspaceId } });
  const body = { channelId: channel._id, content: `<@${karim.user._id}> à **14 h** ?` };
  await camille.client.ok(api.messages.send, { body });
  const [page, phone] = [await people.open(karim, place.path), await people.open(karim, place.path)];
  const link = (on: Page) => on.getByRole('link', { name: 'chantier (1 mention)' });
  for (const on of [page, phone]) await expect(link(on)).toBeVisible();
  await page.keyboard.press('Shift+Escape');
  for (const on of [page, phone]) await expect(link(on)).toHaveCount(0);
  await picture(page, 'undo');
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  for (const on of [page, phone]) {
    await expect(link(on)).toBeVisible();
    await expect(on.getByRole('button', { name: 'Boîte de réception, 1 non lue' })).toBeVisible();
  }
});

test('over fifty new messages say how many they are, and are marked as read from their line', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const place = await people.workspace(camille, 'Atelier', karim);
  const { _id: channelId } = place.welcome;
  for (let n = 1; n <= 64; n += 1)
    await camille.client.ok(api.messages.send, { body: { channelId, content: `Relevé ${n}` } });
  const page = await people.open(karim, place.path);
  await expect(page.getByText('64 nouveaux messages')).toBeVisible();
  await picture(page, 'new-line');
  await page.getByRole('button', { name: 'Tout marquer comme lu' }).click();
  await expect(page.getByText('64 nouveaux messages')).toHaveCount(0);
  await expect(page.getByRole('article', { name: /Relevé 1$/ })).toBeFocused();
  await expect
    .poll(async () => (await karim.client.ok(api.unread.one, { query: { channelId } })).unread.first)
    .toBeNull();
});

test('a draft is marked in the lists, in every tab, until it is sent', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const place = await people.workspace(camille, 'Atelier', karim);
  const workspaceId = place.workspace._id;
  await camille.client.ok(api.channels.create, { body: { title: 'chantier', workspaceId } });
  const body = { users: [karim.user._id] };
  const { conversation } = await camille.client.ok(api.conversations.create, { body });
  await camille.client.ok(api.messages.send, { body: { conversationId: conversation._id, content: 'Bonjour' } });
  const page = await people.open(camille, place.path);
  const tab = await page.context().newPage();
  await tab.goto(place.path);
  await expect(composer(page)).toBeVisible();
  await channelLink(page, 'chantier').click();
  await expect(composer(page)).toHaveAttribute('placeholder', /chantier/);
  await composer(page).fill('À finir');
  const marked = (on: Page) => on.getByRole('link', { name: 'chantier (brouillon)' });
  await expect(marked(tab)).toBeVisible();
  await expect(marked(page)).toHaveCount(0);
  await channelLink(page, 'général').click();
  await expect(marked(page)).toBeVisible();
  await picture(page, 'draft');
  await page.goto(`/conversation/${conversation._id}`);
  await composer(page).fill('Pour toi');
  await page.goto('/conversation');
  await expect(page.getByRole('link', { name: /Karim Benali.*brouillon/ })).toBeVisible();
  await picture(page, 'draft-conversation');
  await marked(tab).click();
  await composer(tab).press('Enter');
  await expect(saying(tab, 'À finir')).toBeVisible();
  await channelLink(tab, 'général').click();
  await expect(channelLink(tab, 'chantier')).toBeVisible();
  await expect(marked(tab)).toHaveCount(0);
  await tab.close();
});

test('administrators see how many reports wait, until they are handled', async ({ people }) => {
  const [camille, theo] = [await people.register('Camille', 'Moreau'), await people.register('Théo', 'Aubert')];
  const agathe = await administrator(people);
  const page = await people.open(agathe, '/workspaces');
  const card = page.getByRole('button', { name: /Agathe Roy/ });
  await expect(card).toBeVisible();
  const { count: before } = await agathe.client.ok(api.reports.waiting);
  await camille.client.ok(api.reports.create, { body: { reportedUser: theo.user._id, reason: 'spam' } });
  const words = before === 0 ? '1 signalement à traiter' : `${before + 1} signalements à traiter`;
  await expect(card.getByText(words)).toBeAttached();
  await page.getByRole('button', { name: /^Boîte de réception/ }).click();
  const entry = dialog(page, 'Boîte de réception').getByRole('link', { name: /Signalement de Théo Aubert/ });
  await expect(entry).toContainText('Palabre');
  await picture(page, 'report-inbox');
  await page.keyboard.press('Escape');
  await card.click();
  await expect(page.getByRole('menuitem', { name: /Admin/ })).toContainText(words);
  await page.getByRole('menuitem', { name: /Admin/ }).click();
  await expect(page.getByRole('navigation', { name: 'Sections' }).or(page.getByRole('main')).first()).toBeVisible();
  await picture(page, 'report-tab');
  const { reports } = await agathe.client.ok(api.reports.ofUser, { params: { id: theo.user._id } });
  const params = { id: reports[0]?._id ?? '' };
  await agathe.client.ok(api.reports.update, { params, body: { status: 'handled' } });
  await expect(page.getByText(words)).toHaveCount(0);
});

test('A session closed from another device says so on the login page', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await expect(composer(page)).toBeVisible();
  people.expectRefused(/^401 /);
  await camille.client.ok(api.users.logout);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toContainText('Cette session a été fermée depuis un autre appareil.');
  await picture(page, 'ended');
});

test('A device sends its time zone, in which mails write times', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const page = await people.open(camille, '/settings/profile');
  await expect(page.getByRole('heading', { name: 'Mon Profil' })).toBeVisible();
  await expect.poll(async () => (await camille.client.ok(api.users.me)).user.timeZone).toBe('Europe/Paris');
});
