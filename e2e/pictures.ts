import { mkdirSync } from 'node:fs';
import { chromium, devices } from '@playwright/test';
import { findChromium } from '../tools/chromium.ts';
import { administrationScreens, administrationStage } from './support/administrator.ts';
import { extremeScreens, extremes } from './support/extremes.ts';
import { type Screen, screens, setTheme } from './support/screens.ts';
import { type Stage, stage } from './support/stage.ts';
import { People } from './support/test.ts';

/**
 * Takes a screenshot of every screen into `pictures/`, at three sizes and in both themes, full and empty ones too.
 * Usage: `npx tsx e2e/pictures.ts http://127.0.0.1:3000 [part of a screen's name]`, on a server with RATE_LIMITS=off
 * and ADMIN_EMAIL=agathe.roy@exemple.fr, whose DATA_DIR is given here as E2E_DATA_DIR.
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
await takeAll(screens, stage);
await takeAll(extremeScreens, extremes);
await takeAll(administrationScreens, administrationStage);
await browser.close();

async function takeAll<S extends Pick<Stage, 'owner'>>(
  all: Screen<S>[],
  build: (people: People) => Promise<S>,
): Promise<void> {
  const some = all.filter(screen => screen.name.includes(wanted));
  if (some.length === 0) return;
  const built = await build(people);
  for (const screen of some) for (const size of ['desk', 'tablet', 'phone'] as const) await take(screen, built, size);
}

async function take<S extends Pick<Stage, 'owner'>>(
  { name, path, guest, ready }: Screen<S>,
  built: S,
  size: keyof typeof sizes,
) {
  const at = { ...sizes[size], reducedMotion: 'reduce' } as const;
  const page = guest ? await people.stranger(path(built), at) : await people.open(built.owner, path(built), at);
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
