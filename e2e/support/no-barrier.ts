import type { Page } from '@playwright/test';
import { paths } from '../../web/platform/address/paths.ts';
import { barriers } from './axe.ts';
import { refusals, type Screen, setTheme } from './screens.ts';
import type { Stage } from './stage.ts';
import { expect, goWithin, type People, test } from './test.ts';

const phone = { width: 390, height: 844, mobile: true, deviceScaleFactor: 1 };

/**
 * Turns an open desktop page into a phone's, until the returned function is called: reopening each screen would take
 * longer than its check. The emulation lasts as long as its session.
 */
async function onPhone(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  // Repeated until it holds: a busy browser may undo it with pending work.
  await expect(async () => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await session.send('Emulation.setDeviceMetricsOverride', phone);
    // The page learns of the emulation at its next frame, and renders as a phone's after that.
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

/** Selector of the layers over a page that survive a navigation. */
const over = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-alerts] li';

/** Returns the load time of a page's document. */
const loaded = (page: Page) => page.evaluate(() => performance.timeOrigin);

/**
 * Opens a screen without traces of the previous one. Stays in the same document when a neutral page can be reached
 * first: reloading the product and axe takes longer than a check. On that page, little to render, the desktop and the
 * light theme are restored.
 */
async function freshly(page: Page, path: string, shownIn: number, backOnDesk?: () => Promise<void>): Promise<number> {
  for (let turn = 0; turn < 3 && (await page.locator(over).count()) > 0; turn += 1) await page.keyboard.press('Escape');
  // A screen that reloads the page may fake the server's answers: its document is not reused.
  let left = (await loaded(page)) === shownIn;
  if (left) {
    await goWithin(page, paths.privacy);
    const elsewhere = page.getByRole('heading', { name: 'Ce que nous recueillons' });
    left = await elsewhere
      .waitFor({ timeout: 2_000 })
      // Alerts disappear by themselves.
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

/** Rules whose result may differ on a phone; the dark theme only changes colours. */
const ofSize = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'meta-viewport'];
const looks = [
  { on: 'desk', theme: 'light' },
  { on: 'desk', theme: 'dark', rules: ['color-contrast'] },
  { on: 'phone', theme: 'dark', rules: ofSize },
] as const;

/** Declares a journey that checks these screens with axe: on a desktop and a phone, in light and dark. */
export function noBarrier<S extends Pick<Stage, 'owner'>>(
  whose: string,
  some: Screen<S>[],
  build: (people: People) => Promise<S>,
  tag: string[] = [],
) {
  test(`Accessibility of the screens ${whose} holds on a desktop and a phone, in light and dark`, { tag }, async ({
    people,
  }) => {
    test.setTimeout(480_000);
    for (const refusal of refusals) people.expectRefused(refusal);
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
        await ready(page, shared);
      };
      await test.step(name, async () => {
        await open(backOnDesk);
        backOnDesk = undefined;
        for (const look of looks) {
          if (look.on === 'phone') backOnDesk = await onPhone(page);
          // The layer closes during the check of the page.
          if (within && look !== looks[0]) await open();
          await setTheme(page, look.theme);
          const found = await barriers(page, {
            ...('rules' in look && { rules: look.rules }),
            without,
            // The rule `region` wants content in landmarks, and a menu is in none.
            ...(within && { within: [within], without: [...without, 'region'] }),
          });
          expect.soft(found, `${name}, at a ${look.on}, in ${look.theme}`).toEqual([]);
        }
      });
    }
    await backOnDesk?.();
  });
}
