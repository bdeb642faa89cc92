/** What names itself in a User-Agent, the more particular first: most claim to be others too. */
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
 * What a session was opened with, in a few words that are the same in every language: « Firefox · Windows ». Nothing
 * else of what a browser says of itself is kept. Null when it says nothing one knows.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const said = (userAgent ?? '').slice(0, 512);
  const found = [browsers, systems].flatMap(kinds => kinds.find(([sign]) => sign.test(said))?.[1] ?? []);
  return found.join(' · ') || null;
}
