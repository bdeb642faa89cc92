import { ensureFirefox, ensureWebKit } from '../../tools/browsers.ts';

/** Installs what is missing, one after the other as Debian's installer wants it; what can't be fails its own tests. */
export default async function install(): Promise<void> {
  for (const ensure of [ensureFirefox, ensureWebKit]) await ensure().catch(() => undefined);
}
