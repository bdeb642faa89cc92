import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, devices, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../tools/chromium.ts';
import { administrationScreens, administrationStage } from './support/administrator.ts';
import { extremeScreens, extremes } from './support/extremes.ts';
import { type Scene, scene } from './support/scene.ts';
import { refusals, type Screen, screens, setLanguage, setTheme } from './support/screens.ts';
import { sceneScreens } from './support/screens-scene.ts';
import { settingsScreens, settingsStage } from './support/screens-settings.ts';
import { type Stage, stage } from './support/stage.ts';
import { People } from './support/test.ts';

/**
 * Takes a screenshot of every screen into `pictures/`, at three sizes and in both themes, full and empty ones too; those
 * of a morning's work on a touch tablet besides, and beside the mock's picture when its folder is given as MOCK.
 * Usage: `npx tsx e2e/pictures.ts http://127.0.0.1:3000 [part of a screen's name]`, on a server with RATE_LIMITS=off
 * and ADMIN_EMAIL=agathe.roy@exemple.fr, whose DATA_DIR is given here as E2E_DATA_DIR. It fails if a screen did not come
 * to its state, or if a page made a mistake. SIZES names other sizes than the usual ones (`desk,upright,phone`), LANGUAGES
 * the languages (`fr,en`).
 */
const [, , url = '', wanted = ''] = process.argv;
if (!URL.canParse(url)) throw new Error('Name the address of a running Palabre.');

const tablet = { viewport: { width: 1024, height: 768 } };
const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet,
  upright: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  touch: { ...tablet, hasTouch: true, isMobile: true },
  phone: { ...devices['Pixel 5'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
};
type Size = keyof typeof sizes;
const three: Size[] = ['desk', 'tablet', 'phone'];
const asked = process.env.SIZES?.split(',').filter((size): size is Size => size in sizes);
const languages = (process.env.LANGUAGES ?? 'fr').split(',');
const themes = ['light', 'dark'] as const;
const failures: string[] = [];

mkdirSync('pictures', { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const newContext = browser.newContext.bind(browser);
browser.newContext = async options => {
  const context = await newContext(options);
  // The loader of this file puts this helper into functions that pages run.
  await context.addInitScript('globalThis.__name = named => named');
  return context;
};
const people = new People(browser, new URL(url).origin);
for (const refusal of refusals) people.expectRefused(refusal);
if (!(await hasColourEmoji(await people.stranger('/login')))) {
  process.stderr.write('No colour emoji font: the emoji of these pictures are without colours.\n');
}
await people.close();
await takeAll(screens, stage);
await takeAll(extremeScreens, extremes);
await takeAll(administrationScreens, administrationStage);
await takeAll(settingsScreens, settingsStage);
await takeAll(sceneScreens, scene, ['desk', 'tablet', 'touch', 'phone'], ({ close }: Scene) => close());
await besideMock();
await browser.close();
failures.push(...people.mistakes);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Tells whether an emoji drawn in the page's font has a colour of its own. */
function hasColourEmoji(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const font = `32px ${getComputedStyle(document.body).fontFamily}`;
    // A font of the list that this system has not is a failure too.
    await document.fonts.load(font, '🎉').catch(() => undefined);
    await document.fonts.ready;
    const pen = new OffscreenCanvas(48, 48).getContext('2d');
    if (!pen) return false;
    pen.font = font;
    pen.fillText('🎉', 4, 36);
    const { data } = pen.getImageData(0, 0, 48, 48);
    return data.some((value, index) => index % 4 === 0 && Math.abs(value - (data[index + 2] ?? 0)) > 60);
  });
}

async function takeAll<S extends Pick<Stage, 'owner'>>(
  all: Screen<S>[],
  build: (people: People) => Promise<S>,
  at = three,
  end: (built: S) => void = () => {},
): Promise<void> {
  const some = all.filter(screen => screen.name.includes(wanted));
  if (some.length === 0) return;
  const built = await build(people);
  for (const screen of some) for (const size of asked ?? at) await take(screen, built, size);
  end(built);
}

async function take<S extends Pick<Stage, 'owner'>>({ name, path, guest, ready }: Screen<S>, built: S, size: Size) {
  const at = { ...sizes[size], reducedMotion: 'reduce' } as const;
  const page = guest ? await people.stranger(path(built), at) : await people.open(built.owner, path(built), at);
  try {
    await ready(page, built);
  } catch (error) {
    failures.push(`${name} at ${size}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
  for (const language of languages) {
    if (language !== 'fr') await setLanguage(page, language);
    const of = language === 'fr' ? size : `${size}-${language}`;
    for (const theme of themes) {
      await setTheme(page, theme);
      await page.screenshot({ path: `pictures/${name}-${of}-${theme}.png`, animations: 'disabled' });
    }
  }
  await people.close();
}

/** Puts the scene on a desk beside the mock's picture of the same. */
async function besideMock(): Promise<void> {
  for (const theme of themes) {
    const [mock, ours] = [join(process.env.MOCK ?? '', `channel-${theme}.png`), `pictures/scene-desk-${theme}.png`];
    if (!process.env.MOCK || !existsSync(mock) || !existsSync(ours)) continue;
    const { width, height } = sizes.desk.viewport;
    const [left, right] = await Promise.all([mock, ours].map(one => sharp(one).resize({ width }).toBuffer()));
    await sharp({ create: { width: 2 * width, height, channels: 3, background: '#000' } })
      .composite([
        { input: left, left: 0, top: 0 },
        { input: right, left: width, top: 0 },
      ])
      .png()
      .toFile(`pictures/scene-beside-mock-${theme}.png`);
  }
}
