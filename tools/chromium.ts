import { findOrInstall, findProgram } from './programs.ts';
import { StepError } from './setup.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

/** The system's Chromium, or the one that the variable CHROMIUM names. Undefined when there is none. */
export const findChromium = (): string | undefined =>
  findProgram([], [process.env.CHROMIUM ?? '']) ?? findProgram(names, elsewhere);

/**
 * Finds Chromium, or installs Debian's when root.
 * @throws StepError when there is none and none can be installed
 */
export async function ensureChromium(): Promise<string> {
  const found = await findOrInstall('Chromium', findChromium, ['chromium', 'fonts-noto-color-emoji']);
  if (found) return found;
  throw new StepError(
    'Les tests du navigateur ont besoin de Chromium : installez-le (apt install chromium fonts-noto-color-emoji).',
  );
}
