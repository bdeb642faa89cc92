import { onTestFinished, vi } from 'vitest';
import { setFormatLanguage } from '../platform/words/format.ts';

/**
 * Puts the machine into a zone until the test is finished. Days read as the beginning of a day in UTC are those before
 * west of Greenwich, and days written so are those before east of it: a machine in UTC shows neither.
 */
export function inZone(zone: string): void {
  vi.stubEnv('TZ', zone);
  // Formats keep the zone in which they were made.
  setFormatLanguage('fr');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    setFormatLanguage('fr');
  });
}
