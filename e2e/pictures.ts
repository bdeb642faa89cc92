import { mkdirSync } from 'node:fs';
import { chromium, devices } from '@playwright/test';
import { findChromium } from '../tools/chromium.ts';
import { screens, setTheme } from './support/screens.ts';
import { stage } from './support/stage.ts';
import { People } from './support/test.ts';

/**
 * Takes a picture of every screen, at three sizes and in both themes, into `pictures/`, to be looked at:
 * `npx tsx e2e/pictures.ts http://127.0.0.1:3000 [part of a screen's name]`, on a server with RATE_LIMITS=off.
 */
const [, , url = '', wanted = ''] = process.argv;
if (!URL.canParse(url)) throw new Error('Name the address of a running Palabre.');

const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1024, height: 768 } },
  phone: { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } },
};

mkdirSync('pictures', { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const people = new People(browser, new URL(url).origin);
const shared = await stage(people);
for (const { name, path, guest, ready } of screens.filter(screen => screen.name.includes(wanted))) {
  for (const [size, options] of Object.entries(sizes)) {
    const at = { ...options, reducedMotion: 'reduce' } as const;
    const page = guest ? await people.stranger(path(shared), at) : await people.open(shared.owner, path(shared), at);
    try {
      await ready(page);
    } catch (error) {
      process.stderr.write(`${name} at ${size}: ${error instanceof Error ? error.message.split('\n')[0] : error}\n`);
    }
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await page.screenshot({ path: `pictures/${name}-${size}-${theme}.png`, animations: 'disabled' });
    }
    await people.close();
  }
}
await browser.close();
