import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WebKitPrograms } from '../e2e/browsers/webkit.ts';
import { findOrInstall, findProgram } from './programs.ts';
import { StepError } from './setup.mjs';

const findFirefox = (): string | undefined =>
  findProgram([], [process.env.FIREFOX ?? '']) ??
  findProgram(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox']);

/**
 * Finds Firefox, or installs Debian's when root. The variable FIREFOX names another.
 * @throws StepError when it is not found and cannot be installed
 */
export async function ensureFirefox(): Promise<string> {
  const found = await findOrInstall('Firefox', findFirefox, ['firefox-esr']);
  if (found) return found;
  throw new StepError('Ces tests ont besoin de Firefox : installez-le (apt install firefox-esr).');
}

/** Finds WebKit's MiniBrowser: at Debian's path, or by the variable MINIBROWSER. */
function findMiniBrowser(): string | undefined {
  const versions = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
  const folders = ['/usr/lib', '/usr/libexec', ...multiarch()];
  return findProgram(
    [],
    [
      process.env.MINIBROWSER ?? '',
      ...folders.flatMap(folder => versions.map(name => join(folder, name, 'MiniBrowser'))),
    ],
  );
}

function multiarch(): string[] {
  try {
    return readdirSync('/usr/lib')
      .filter(name => name.endsWith('-linux-gnu'))
      .map(name => join('/usr/lib', name));
  } catch {
    return [];
  }
}

function findWebKit(): WebKitPrograms | undefined {
  const driver = findProgram(['WebKitWebDriver']);
  const browser = findMiniBrowser();
  const display = findProgram(['Xvfb']);
  const isShown = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  return driver && browser && (display || isShown) ? { driver, browser, display } : undefined;
}

/**
 * Finds WebKitGTK, or installs Debian's when root, with a virtual screen.
 * @throws StepError when it is not found and cannot be installed
 */
export async function ensureWebKit(): Promise<WebKitPrograms> {
  const packages = ['webkit2gtk-driver', 'xvfb', 'fonts-noto-color-emoji'];
  await findOrInstall('WebKitGTK', () => findWebKit()?.driver, packages);
  const found = findWebKit();
  if (found) return found;
  throw new StepError(`Ces tests ont besoin de WebKitGTK : installez-le (apt install ${packages.join(' ')}).`);
}
