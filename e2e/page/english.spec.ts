import { api } from '@palabre/common/contract/index.ts';
import { paths, personalSections, settingsSections } from '../../web/platform/address/paths.ts';
import { frenchIn } from '../support/french.ts';
import { expect, goWithin, type Page, type People, still as test, watchQuiet } from '../support/test.ts';

const inEnglish = (page: Page) => page.addInitScript(() => localStorage.setItem('palabre.language', 'en'));

/** Returns all texts of the page, visible or for screen readers. */
async function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'];
    const attributes = [...document.querySelectorAll(spoken.map(name => `[${name}]`).join())].flatMap(element =>
      spoken.map(name => element.getAttribute(name) ?? ''),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not said.
    return [document.title, ...document.body.innerText.split('\n'), ...attributes];
  });
}

async function expectEnglish(page: Page, where: string): Promise<void> {
  expect.soft(frenchIn(await said(page)), where).toEqual([]);
}

/** Returns a function that opens a screen, waits until it is quiet, and checks its language. */
function walker(page: Page, who = ''): (path: string) => Promise<void> {
  const quiet = watchQuiet(page);
  return async path => {
    await goWithin(page, path);
    await quiet();
    await expectEnglish(page, path + who);
  };
}

/** Paths without parameters: an added one is walked too. */
const plain: string[] = Object.values(paths)
  .filter(path => typeof path === 'string' && path !== paths.devUi)
  .map(String);
/** Paths that redirect members, and paths that redirect guests. */
const forGuests: readonly string[] = [paths.root, paths.login, paths.register];
const forMembers: readonly string[] = [paths.home, paths.workspaces, paths.conversations];

async function world(people: People) {
  const owner = await people.register('Alice', 'Walker');
  const other = await people.register('Peter', 'Hill');
  const { workspace, welcome, path } = await people.workspace(owner, 'Garden Club', other);
  await owner.client.ok(api.channels.update, { params: { id: welcome._id }, body: { title: 'lobby' } });
  await other.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Good morning' } });
  await owner.client.ok(api.invites.create, { params: { id: workspace._id }, body: { time: '24h' } });
  const users = [other.user._id];
  const { conversation } = await owner.client.ok(api.conversations.create, { body: { users } });
  return { owner, workspace, path, talk: paths.conversation(conversation._id) };
}

test('The interface becomes English at once, and nothing of any screen is left in French', async ({ people }) => {
  test.setTimeout(300_000);
  people.expectRefused(/4\d\d /);
  const { owner, workspace, path, talk } = await world(people);
  const page = await people.open(owner, paths.personal('general'));
  // Workspaces of other journeys have French texts.
  await page.route(/\/api\/workspace(\?.*)?$/, async route => {
    const answer = await route.fetch();
    const { workspaces, ...more } = (await answer.json()) as { workspaces: { _id: string }[] };
    await route.fulfill({ json: { ...more, workspaces: workspaces.filter(({ _id }) => _id === workspace._id) } });
  });
  await expect(page.getByRole('heading', { name: 'Général' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { still: 'here' }));
  await page.getByRole('combobox', { name: 'Langue de l’interface' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { still?: string }).still)).toBe('here');
  await expectEnglish(page, 'general settings, at once');

  const open = [
    ...plain.filter(address => !forGuests.includes(address)),
    ...personalSections.map(paths.personal),
    ...settingsSections.map(section => paths.settings(workspace._id, section)),
    ...['mine', 'society'].map(filter => `${paths.workspaces}?filter=${filter}`),
    ...[path, talk, paths.invite('ABCD2345'), '/nowhere'],
  ];
  const walk = walker(page);
  for (const address of open) await walk(address);

  // A reload is in English from the start.
  await page.goto(path);
  await expect(page.getByText('Good morning')).toBeVisible();
  await expectEnglish(page, `${path}, opened anew`);
  for (const name of [/Garden Club/, /Alice Walker/]) {
    await page.getByRole('region', { name: 'Navigation' }).getByRole('button', { name }).click();
    await page.getByRole('menu').waitFor();
    await expectEnglish(page, `the menu of ${name}`);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: /^Inbox/ }).click();
  await expectEnglish(page, 'the inbox');

  const guest = await people.stranger('/login', {}, inEnglish);
  const walkAsGuest = walker(guest, ', logged out');
  for (const address of plain.filter(one => !forMembers.includes(one))) await walkAsGuest(address);
});
