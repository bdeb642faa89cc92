import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureChromium } from './chromium.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palabre-chromium-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM', '');
  // Without root nothing is installed.
  vi.spyOn(process, 'getuid').mockReturnValue(1_000);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Puts an executable on PATH, which is nowhere else. */
function put(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

test('Chromium of the system is used headless where it is, else whole, by whichever of its names', async () => {
  const chrome = put('google-chrome');
  expect(await ensureChromium()).toBe(chrome);
  const whole = put('chromium');
  expect(await ensureChromium()).toBe(whole);
  const shell = put('chromium-headless-shell');
  expect(await ensureChromium()).toBe(shell);
});

test('Chromium that CHROMIUM names is used before any other', async () => {
  put('chromium-headless-shell');
  const named = put('un-autre');
  vi.stubEnv('CHROMIUM', named);
  expect(await ensureChromium()).toBe(named);
});
