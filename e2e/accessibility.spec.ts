import AxeBuilder from '@axe-core/playwright';
import { devices } from '@playwright/test';
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

const sizes = {
  'at a desk': {},
  'on a phone': { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } },
};

for (const [whose, some, size, device] of kinds.flatMap(([whose, some]) =>
  Object.entries(sizes).map(([size, device]) => [whose, some, size, device] as const),
)) {
  test(`no screen ${whose} has a barrier ${size}, in light and in dark`, async ({ people }) => {
    test.setTimeout(240_000);
    people.expectRefused(/404 PUT .*FAUXCODE/);
    const shared = await stage(people);
    const options = { ...device, reducedMotion: 'reduce' } as const;
    const guest = some.every(screen => screen.guest);
    const page = guest ? await people.stranger('/', options) : await people.open(shared.owner, '/workspaces', options);
    for (const { name, path, ready } of some) {
      await test.step(name, async () => {
        await page.goto(path(shared));
        await ready(page);
        for (const theme of ['light', 'dark'] as const) {
          await setTheme(page, theme);
          // What passes is not described, and frames of other origins, which would need a page more, there are none.
          const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
          // Colours are all that differs in the dark.
          if (theme === 'dark') axe.withRules('color-contrast');
          const { violations } = await axe.analyze();
          const found = violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target, failureSummary }) => `${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`),
          );
          expect.soft(found, name).toEqual([]);
        }
        await setTheme(page, 'light');
      });
    }
  });
}
