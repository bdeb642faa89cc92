/** Browsers by their token in a User-Agent, most specific first, since most also claim to be others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Describes the device of a session in a few words that need no translation: « Firefox · Windows ». Nothing else of the
 * User-Agent is stored. Null when it names nothing known.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const said = (userAgent ?? '').slice(0, 512);
  const found = [browsers, systems].flatMap(kinds => kinds.find(([sign]) => sign.test(said))?.[1] ?? []);
  return found.join(' · ') || null;
}
