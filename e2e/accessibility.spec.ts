import type { Page } from '@playwright/test';
import { paths } from '../web/app/paths.ts';
import { administrationScreens, administrationStage } from './support/administrator.ts';
import { barriers } from './support/axe.ts';
import { type Screen, screens, setTheme } from './support/screens.ts';
import { type Stage, stage } from './support/stage.ts';
import { expect, goWithin, type People, test } from './support/test.ts';

const members = screens.filter(({ guest }) => !guest);
const third = Math.ceil(members.length / 3);
const kinds: [string, Screen[]][] = [
  ['of who is not logged in', screens.filter(({ guest }) => guest)],
  ['of who is, in the first third,', members.slice(0, third)],
  ['of who is, in the second third,', members.slice(third, 2 * third)],
  ['of who is, in the last third,', members.slice(2 * third)],
];

// Each has a workspace and a browser of its own; together they are the longest of all journeys.
test.describe.configure({ mode: 'parallel' });

const phone = { width: 390, height: 844, mobile: true, deviceScaleFactor: 1 };

/** Makes a page that is open on a desk one on a phone, or back: opening each screen again would take longer than looking at it. */
async function onPhone(page: Page, on: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: on });
  if (on) await session.send('Emulation.setDeviceMetricsOverride', phone);
  else await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
}

/** What stands over a page, and stays or comes back when one goes elsewhere. */
const over = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-alerts] li';

/**
 * Opens a screen where nothing is left of the one before. Within the same document, if that one can be left for a page
 * that has nothing in common with any: to load the product and axe anew takes longer than to look at a screen.
 */
async function freshly(page: Page, path: string, shownIn: number): Promise<number> {
  const loaded = () => page.evaluate(() => performance.timeOrigin);
  for (let turn = 0; turn < 3 && (await page.locator(over).count()) > 0; turn += 1) await page.keyboard.press('Escape');
  // What reloaded the page has made up what the server answers.
  let left = (await loaded()) === shownIn;
  if (left) {
    await goWithin(page, paths.privacy);
    const elsewhere = page.getByRole('heading', { name: 'Ce que nous recueillons' });
    left = await elsewhere.waitFor({ timeout: 2_000 }).then(
      async () => (await page.locator(over).count()) === 0,
      () => false,
    );
  }
  if (left) await goWithin(page, path);
  else await page.goto(path);
  return loaded();
}

/** What may differ between a desk and a phone; in the dark only colours do. */
const ofSize = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'meta-viewport'];
const looks = [
  { on: 'desk', theme: 'light' },
  { on: 'desk', theme: 'dark', rules: ['color-contrast'] },
  { on: 'phone', theme: 'dark', rules: ofSize },
] as const;

for (const [whose, some] of kinds) noBarrier(whose, some, stage);
noBarrier('of an administrator', administrationScreens, administrationStage);

function noBarrier<S extends Pick<Stage, 'owner'>>(
  whose: string,
  some: Screen<S>[],
  build: (people: People) => Promise<S>,
) {
  test(`no screen ${whose} has a barrier at a desk or on a phone, in light or in dark`, async ({ people }) => {
    test.setTimeout(480_000);
    people.expectRefused(/404 (PUT .*FAUXCODE|POST .*mail\/stop|GET .*(conversation|message|user\/email))/);
    const shared = await build(people);
    const options = { reducedMotion: 'reduce' } as const;
    const guest = some.every(screen => screen.guest);
    const page = guest ? await people.stranger('/', options) : await people.open(shared.owner, '/workspaces', options);
    let shownIn = 0;
    for (const { name, path, within, ready } of some) {
      await test.step(name, async () => {
        shownIn = await freshly(page, path(shared), shownIn);
        await ready(page);
        for (const look of looks) {
          await onPhone(page, look.on === 'phone');
          // It closes once the page is looked at.
          if (within && look !== looks[0]) {
            shownIn = await freshly(page, path(shared), shownIn);
            await ready(page);
          }
          await setTheme(page, look.theme);
          const found = await barriers(page, {
            ...('rules' in look && { rules: look.rules }),
            // Parts of a page are in its landmarks; a menu is in none.
            ...(within && { within: [within], without: ['region'] }),
          });
          expect.soft(found, `${name}, at a ${look.on}, in ${look.theme}`).toEqual([]);
        }
        await onPhone(page, false);
      });
    }
  });
}
