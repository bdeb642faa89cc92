import { ensureFirefox, ensureWebKit } from '../../tools/browsers.ts';

/**
 * Installs the missing browsers one by one, as Debian's installer requires; a browser that cannot be installed fails
 * its own tests.
 */
export default async function install(): Promise<void> {
  for (const ensure of [ensureFirefox, ensureWebKit]) await ensure().catch(() => undefined);
}
