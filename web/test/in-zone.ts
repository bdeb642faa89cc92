import { onTestFinished, vi } from 'vitest';
import { setFormatLanguage } from '../platform/words/format.ts';

/**
 * Puts the machine into a zone until the test is finished. A day parsed as midnight in UTC is the previous day west of
 * Greenwich, and a day written in UTC is the previous day east of it: a machine in UTC shows neither fault.
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
