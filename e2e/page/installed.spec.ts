import { isInstalled } from '../support/kept.ts';
import { expect, test } from '../support/test.ts';

test('The page can be installed: its manifest names existing icons and the start page', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const page = await people.open(camille, '/home', { serviceWorkers: 'allow' });
  await isInstalled(page);
  const cdp = await page.context().newCDPSession(page);
  const { data, errors } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}');
  expect(manifest).toMatchObject({ name: 'Palabre', display: 'standalone', start_url: '/home', lang: 'fr' });
  const icons = manifest.icons as { src: string; sizes: string; purpose: string }[];
  // Icons that browsers require of an installable page.
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const { src, sizes } of icons) {
    const width = await page.evaluate(async address => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
    expect(`${width}x${width}`).toBe(sizes);
  }
});
