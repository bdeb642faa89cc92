import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { command, StepError, say } from './setup.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The system's Chromium, or the one that the variable CHROMIUM names. Undefined when there is none. */
export function findChromium(): string | undefined {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)));
  return [process.env.CHROMIUM ?? '', ...inPath, ...elsewhere].find(path => path !== '' && runs(path));
}

/**
 * Finds Chromium, or installs Debian's when root.
 * @throws StepError when there is none and none can be installed
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && process.platform === 'linux') {
    say('Installation de Chromium…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await command(['apt-get', 'update', '-qq'], { env });
    await command(
      ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'],
      { env },
    );
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new StepError(
    'Les tests du navigateur ont besoin de Chromium : installez-le (apt install chromium fonts-noto-color-emoji).',
  );
}
