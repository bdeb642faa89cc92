import type { Page } from '@playwright/test';
import { paths } from '../../web/platform/address/paths.ts';
import { barriers } from './axe.ts';
import { type Screen, setTheme } from './screens.ts';
import type { Stage } from './stage.ts';
import { expect, goWithin, type People, test } from './test.ts';

const phone = { width: 390, height: 844, mobile: true, deviceScaleFactor: 1 };

/**
 * Makes a page that is open on a desk one on a phone, until what it gives is called: opening each screen again would take
 * longer than looking at it. What a session sets ends with it, so it lasts as long as the look.
 */
async function onPhone(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  // Said again until it holds: a busy browser may take it back with what it had still to do.
  await expect(async () => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await session.send('Emulation.setDeviceMetricsOverride', phone);
    // The page hears of it when it is next drawn, and is drawn as a phone's behind that.
    await page.waitForFunction(
      async () => {
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
        await new Promise(done => requestIdleCallback(done, { timeout: 1_000 }));
        return matchMedia('(width: 390px) and (pointer: coarse)').matches;
      },
      undefined,
      { timeout: 4_000 },
    );
  }).toPass({ timeout: 60_000 });
  return async () => {
    expect(await page.evaluate(() => matchMedia('(width: 390px) and (pointer: coarse)').matches)).toBe(true);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await session.send('Emulation.clearDeviceMetricsOverride');
    await session.detach();
  };
}

/** What stands over a page, and stays or comes back when one goes elsewhere. */
const over = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-alerts] li';

/** When the document that a page shows was loaded. */
const loaded = (page: Page) => page.evaluate(() => performance.timeOrigin);

/**
 * Opens a screen where nothing is left of the one before. Within the same document, if that one can be left for a page
 * that has nothing in common with any: to load the product and axe anew takes longer than to look at a screen. There the
 * page is brought back to a desk and the light: it has little to draw anew.
 */
async function freshly(page: Page, path: string, shownIn: number, backOnDesk?: () => Promise<void>): Promise<number> {
  for (let turn = 0; turn < 3 && (await page.locator(over).count()) > 0; turn += 1) await page.keyboard.press('Escape');
  // What reloaded the page has made up what the server answers.
  let left = (await loaded(page)) === shownIn;
  if (left) {
    await goWithin(page, paths.privacy);
    const elsewhere = page.getByRole('heading', { name: 'Ce que nous recueillons' });
    left = await elsewhere
      .waitFor({ timeout: 2_000 })
      // An alert goes by itself.
      .then(() => expect(page.locator(over)).toHaveCount(0, { timeout: 6_000 }))
      .then(
        () => true,
        () => false,
      );
  }
  await backOnDesk?.();
  if (left) {
    await setTheme(page, 'light');
    await goWithin(page, path);
  } else await page.goto(path);
  return loaded(page);
}

/** What may differ between a desk and a phone; in the dark only colours do. */
const ofSize = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'meta-viewport'];
const looks = [
  { on: 'desk', theme: 'light' },
  { on: 'desk', theme: 'dark', rules: ['color-contrast'] },
  { on: 'phone', theme: 'dark', rules: ofSize },
] as const;

/** Has a journey that opens these screens and looks at each with axe: at a desk and on a phone, in light and in dark. */
export function noBarrier<S extends Pick<Stage, 'owner'>>(
  whose: string,
  some: Screen<S>[],
  build: (people: People) => Promise<S>,
) {
  test(`no screen ${whose} has a barrier at a desk or on a phone, in light or in dark`, async ({ people }) => {
    test.setTimeout(480_000);
    people.expectRefused(/404 (PUT .*FAUXCODE|POST .*mail\/stop|GET .*(conversation|message|user\/email))/);
    people.expectRefused(/403 POST \/api\/user\/link-account/);
    const shared = await build(people);
    const options = { reducedMotion: 'reduce' } as const;
    const nobody = some[0]?.guest ? await people.stranger('/', options) : undefined;
    const member = await people.open(shared.owner, '/workspaces', options);
    const loadedIn = new Map([[member, await loaded(member)]]);
    if (nobody) loadedIn.set(nobody, await loaded(nobody));
    let backOnDesk: (() => Promise<void>) | undefined;
    for (const { name, path, within, without = [], ready, guest } of some) {
      const page = (guest && nobody) || member;
      const open = async (before?: () => Promise<void>) => {
        loadedIn.set(page, await freshly(page, path(shared), loadedIn.get(page) ?? 0, before));
        await ready(page);
      };
      await test.step(name, async () => {
        await open(backOnDesk);
        backOnDesk = undefined;
        for (const look of looks) {
          if (look.on === 'phone') backOnDesk = await onPhone(page);
          // It closes once the page is looked at.
          if (within && look !== looks[0]) await open();
          await setTheme(page, look.theme);
          const found = await barriers(page, {
            ...('rules' in look && { rules: look.rules }),
            without,
            // Parts of a page are in its landmarks; a menu is in none.
            ...(within && { within: [within], without: [...without, 'region'] }),
          });
          expect.soft(found, `${name}, at a ${look.on}, in ${look.theme}`).toEqual([]);
        }
      });
    }
    await backOnDesk?.();
  });
}
