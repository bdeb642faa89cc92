import { findOrInstall, findProgram } from './programs.ts';
import { StepError } from './setup.mjs';

/** Headless build of Chromium: the same engine, at two thirds of the cost. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

/** Finds a whole Chromium, beside the headless build that CHROMIUM may name, which shows no notifications. */
export function findWholeChromium(): string | undefined {
  const named = process.env.CHROMIUM ?? '';
  return (named.endsWith(shell) ? undefined : findProgram([], [named])) ?? findProgram(names.slice(1), elsewhere);
}

const findShell = (): string | undefined => (process.env.CHROMIUM ? findChromium() : findProgram([shell]));

/** Finds Chromium on this system, or by the variable CHROMIUM; undefined when there is none. */
export const findChromium = (): string | undefined =>
  findProgram([], [process.env.CHROMIUM ?? '']) ?? findProgram(names, elsewhere);

/**
 * Finds Chromium, or installs Debian's when root.
 * @throws StepError when it is not found and cannot be installed
 */
export async function ensureChromium(): Promise<string> {
  const found =
    (await findOrInstall('Chromium', findShell, [shell, 'fonts-noto-color-emoji'])) ??
    (await findOrInstall('Chromium', findChromium, ['chromium', 'fonts-noto-color-emoji']));
  if (found) return found;
  throw new StepError(
    'Les tests du navigateur ont besoin de Chromium : installez-le (apt install chromium fonts-noto-color-emoji).',
  );
}
