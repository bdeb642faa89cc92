import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Screen, screens, setTheme } from './support/screens.ts';
import { stage } from './support/stage.ts';
import { expect, test } from './support/test.ts';

const members = screens.filter(({ guest }) => !guest);
const half = Math.ceil(members.length / 2);
const kinds: [string, Screen[]][] = [
  ['of who is not logged in', screens.filter(({ guest }) => guest)],
  ['of who is, in the first half,', members.slice(0, half)],
  ['of who is, in the second half,', members.slice(half)],
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

/** What may differ between a desk and a phone; in the dark only colours do. */
const ofSize = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'meta-viewport'];
const looks = [
  { on: 'desk', theme: 'light' },
  { on: 'desk', theme: 'dark', rules: ['color-contrast'] },
  { on: 'phone', theme: 'dark', rules: ['color-contrast'] },
  { on: 'phone', theme: 'light', rules: ofSize },
] as const;

for (const [whose, some] of kinds) {
  test(`no screen ${whose} has a barrier at a desk or on a phone, in light or in dark`, async ({ people }) => {
    test.setTimeout(240_000);
    people.expectRefused(/404 (PUT .*FAUXCODE|GET .*(conversation|message))/);
    const shared = await stage(people);
    const options = { reducedMotion: 'reduce' } as const;
    const guest = some.every(screen => screen.guest);
    const page = guest ? await people.stranger('/', options) : await people.open(shared.owner, '/workspaces', options);
    for (const { name, path, ready } of some) {
      await test.step(name, async () => {
        await page.goto(path(shared));
        await ready(page);
        for (const look of looks) {
          await onPhone(page, look.on === 'phone');
          await setTheme(page, look.theme);
          // What passes is not described, and frames of other origins, which would need a page more, there are none.
          const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
          if ('rules' in look) axe.withRules([...look.rules]);
          const { violations } = await axe.analyze();
          const found = violations.flatMap(({ id, nodes }) =>
            nodes.map(
              ({ target, failureSummary }) =>
                `${look.on}, ${look.theme}: ${id}: ${target.join(' ')}: ${failureSummary}`,
            ),
          );
          expect.soft(found, name).toEqual([]);
        }
        await onPhone(page, false);
      });
    }
  });
}
