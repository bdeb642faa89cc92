import AxeBuilder from '@axe-core/playwright';
import { type Stage, screens, stage } from './support/screens.ts';
import { expect, People, test } from './support/test.ts';

let shared: Stage;

test.beforeAll(async ({ browser, baseURL }) => {
  shared = await stage(new People(browser, baseURL ?? ''));
});

for (const { name, path, guest, ready } of screens) {
  test(`${name}: no barrier, in light and in dark`, async ({ people }) => {
    const page = guest ? await people.stranger(path(shared)) : await people.open(shared.owner, path(shared));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await ready(page);
    for (const theme of ['light', 'dark']) {
      await page.evaluate(chosen => {
        document.documentElement.dataset.theme = chosen;
      }, theme);
      // Colours that fade in are judged where they end.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(animation => animation.finished)));
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`),
      );
      expect.soft(found).toEqual([]);
    }
  });
}
